import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentRequest, Params } from '../../shared/contract';
import { useArmed } from './armed';
import { ConsentView } from './consent-view';

type Choice = Params<'consent.decide'>['choice'];

/** Fetches the one question this page exists for, and sends back the answer. */
export function ConsentPage() {
  const { t } = useTranslation();
  const [request, setRequest] = useState<ConsentRequest | null>(null);
  const [gone, setGone] = useState(false);
  const armed = useArmed();
  useEffect(() => {
    void window.secagentConsent.current().then((answer) => {
      if (answer.ok && answer.value) setRequest(answer.value);
      else setGone(true);
    });
  }, []);

  if (gone) return <p className="p-6 text-ink-2">{t('consent.gone')}</p>;
  if (!request) return null;
  const decide = (choice: Choice) => {
    if (choice !== 'cancel' && !armed) return;
    void window.secagentConsent.decide({ requestId: request.requestId, choice }).then((answer) => {
      if (!answer.ok) setGone(true);
    });
  };
  return <ConsentView request={request} armed={armed} onDecide={decide} />;
}
