import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectRequest } from '../../shared/connect';
import { ChooseService } from './choose-service';
import { ConnectForm } from './connect-form';
import { draftFor } from './draft';

/** Chooses a service, then describes it. Escape leaves without saving, as does closing the window. */
export function ConnectPage() {
  const { t } = useTranslation();
  const [request, setRequest] = useState<ConnectRequest | null>(null);
  const [service, setService] = useState<string | null>(null);
  const [gone, setGone] = useState(false);
  useCancelOnEscape();
  useEffect(() => {
    void window.secagentConnect.current().then((answer) => {
      if (!answer.ok || !answer.value) return setGone(true);
      setRequest(answer.value);
      setService(answer.value.providerId ?? answer.value.preset);
    });
  }, []);

  if (gone) return <p className="p-6 text-ink-2">{t('connect.gone')}</p>;
  if (!request) return null;
  if (service === null) return <ChooseService request={request} onChoose={setService} />;
  const back = request.providerId ? null : () => setService(null);
  return <ConnectForm key={service} start={draftFor(service, request)} request={request} onBack={back} />;
}

function useCancelOnEscape(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) void window.secagentConnect.cancel();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
