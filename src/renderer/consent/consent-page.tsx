import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsentRequest, Params } from '../../shared/contract';
import { useArmed } from './armed';
import { ConsentView } from './consent-view';
import { useSeen } from './seen';

type Choice = Params<'consent.decide'>['choice'];

/** Fetches the one question this page exists for, and sends back the answer. */
export function ConsentPage() {
  const { t } = useTranslation();
  const [request, setRequest] = useState<ConsentRequest | null>(null);
  const [gone, setGone] = useState(false);
  const [shown, setShown] = useState(false);
  const { armed, isArmed } = useArmed(shown);
  const { seen: permissionsSeen, mark: permissionsEnd } = useSeen();
  const page = useRef<HTMLElement>(null);
  useEffect(() => {
    void window.secagentConsent.current().then((answer) => {
      if (answer.ok && answer.value) setRequest(answer.value);
      else window.close(); // nothing to ask: the window was never shown
    });
  }, []);

  useLayoutEffect(() => {
    if (request && page.current) {
      void window.secagentConsent.present(naturalHeight(page.current)).then(() => setShown(true));
    }
  }, [request]);

  if (gone) return <p className="p-6 text-ink-2">{t('consent.gone')}</p>;
  if (!request) return null;
  const decide = (choice: Choice) => {
    if (choice !== 'cancel' && !isArmed()) return;
    if (choice === 'enable' && !permissionsSeen) return;
    void window.secagentConsent.decide({ requestId: request.requestId, choice }).then((answer) => {
      if (!answer.ok) setGone(true);
    });
  };
  return (
    <ConsentView
      ref={page}
      request={request}
      armed={armed}
      permissionsSeen={permissionsSeen}
      permissionsEnd={permissionsEnd}
      onDecide={decide}
    />
  );
}

/** How tall the page would be if nothing in it had to scroll. */
function naturalHeight(page: HTMLElement): number {
  return [...page.children].reduce((sum, part) => sum + part.scrollHeight + 1, 0);
}
