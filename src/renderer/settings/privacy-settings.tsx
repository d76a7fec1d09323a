import {
  Blocks,
  Building2,
  Eye,
  Globe,
  HardDrive,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  ScrollText,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import type { PrivacyFacts } from '../../shared/privacy';
import { currentLanguage } from '../i18n';
import { call } from '../state/call';
import { useModels } from '../state/models';
import { usePlugins } from '../state/plugins';
import { ErrorNote } from '../ui/error-note';

/** What goes where, in plain words and as things are now. */
export function PrivacySettings() {
  const { t } = useTranslation();
  const [facts, setFacts] = useState<PrivacyFacts | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const plugins = usePlugins(({ list }) => list);
  const models = useModels(({ list }) => list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when what it is about has changed
  useEffect(() => {
    call('privacy.get', {}).then(setFacts, (thrown: unknown) => setError(toErrorInfo(thrown)));
  }, [plugins, models]);
  if (error) return <ErrorNote title={t('privacy.loadFailed')} error={error} />;
  if (!facts) return null;
  return (
    <>
      <p className="mb-5 text-pretty text-ink-2">{t('privacy.lead')}</p>
      <div className="overflow-hidden rounded-lg border border-line">
        <table className="w-full border-collapse text-start">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('privacy.what')}</th>
              <th scope="col">{t('privacy.where')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            <Row icon={MessageSquareText} what={t('privacy.messages')}>
              <Messages facts={facts} />
            </Row>
            <Row icon={Eye} what={t('privacy.reading')}>
              {facts.readingPlugins.length > 0
                ? t('privacy.readingText', { names: names(facts.readingPlugins) })
                : t('privacy.readingNone')}
            </Row>
            <Row icon={Globe} what={t('privacy.networking')}>
              <Networking facts={facts} />
            </Row>
            <Row icon={KeyRound} what={t('privacy.keys')}>
              {t('privacy.keysText')}
            </Row>
            <Row icon={HardDrive} what={t('privacy.chats')}>
              <Stays path={facts.dataDir} />
            </Row>
            <Row icon={ScrollText} what={t('privacy.logs')}>
              <Stays path={facts.logsDir} />
            </Row>
            <Row icon={Building2} what={t('privacy.us')}>
              {t('privacy.usText')}
            </Row>
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({ icon: Icon, what, children }: { icon: LucideIcon; what: string; children: ReactNode }) {
  return (
    <tr className="align-top">
      <th scope="row" className="w-2/5 py-3.5 ps-4 pe-3 text-start font-medium">
        <span className="flex gap-2.5">
          <Icon size={16} aria-hidden className="mt-[3px] shrink-0 text-ink-3" />
          <span className="text-pretty">{what}</span>
        </span>
      </th>
      <td className="selectable py-3.5 pe-4 text-pretty text-ink-2">{children}</td>
    </tr>
  );
}

function Messages({ facts: { model, proxy } }: { facts: PrivacyFacts }) {
  const { t } = useTranslation();
  if (!model) return t('privacy.toNobody');
  return (
    <>
      <p>{model.onThisComputer ? t('privacy.toLocal') : t('privacy.toModel', { service: model.service })}</p>
      <Code>{model.origin}</Code>
      {proxy.mode === 'manual' && !model.onThisComputer && (
        <p className="mt-1">{t('privacy.viaProxy', { proxy: proxy.url })}</p>
      )}
    </>
  );
}

function Networking({ facts: { networkPlugins } }: { facts: PrivacyFacts }) {
  const { t } = useTranslation();
  if (networkPlugins.length === 0) return t('privacy.networkingNone');
  const anywhere = networkPlugins.filter(({ anySite }) => anySite);
  const limited = networkPlugins.filter(({ anySite }) => !anySite);
  const both = networkPlugins.filter(({ readsMessages }) => readsMessages);
  return (
    <>
      {anywhere.length > 0 && <p>{t('privacy.networkingText', { names: names(anywhere) })}</p>}
      {limited.length > 0 && <p>{t('privacy.networkingSome', { names: names(limited) })}</p>}
      {both.length > 0 && (
        <p className="mt-1 flex gap-1.5 text-warn">
          <Blocks size={15} aria-hidden className="mt-1 shrink-0" />
          {t('privacy.networkingBoth', { names: names(both) })}
        </p>
      )}
    </>
  );
}

function Stays({ path }: { path: string }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('privacy.stays')}</p>
      <Code>{path}</Code>
    </>
  );
}

function Code({ children }: { children: string }) {
  return <p className="font-mono text-xs text-ink-3 [overflow-wrap:anywhere]">{children}</p>;
}

function names(plugins: readonly { name: string }[]): string {
  const format = new Intl.ListFormat(currentLanguage(), { type: 'conjunction' });
  return format.format(plugins.map(({ name }) => name));
}
