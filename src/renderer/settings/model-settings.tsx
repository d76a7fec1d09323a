import { Cpu, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ModelList } from '../../shared/settings';
import { useLocked } from '../state/managed';
import {
  connectModel,
  currentModel,
  refreshModels,
  selectModel,
  setTitleModel,
  useModels,
} from '../state/models';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { ErrorNote } from '../ui/error-note';
import { Select } from '../ui/field';
import { LockNote } from '../ui/lock-note';
import { ProviderCard } from './provider-card';
import { SettingGroup, SettingRow } from './setting-row';

/** Who answers: the services that are connected, and which model is used for what. */
export function ModelSettings() {
  const { t } = useTranslation();
  const { list, loadError, actionError } = useModels();
  const locked = useLocked('models.providers');
  if (!list) {
    return (
      loadError && (
        <ErrorNote title={t('settings.loadFailed')} error={loadError}>
          <Button onClick={() => void refreshModels()}>{t('common.retry')}</Button>
        </ErrorNote>
      )
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-pretty text-ink-2">{t('settings.modelsLead')}</p>
      {list.problem && <ErrorNote error={list.problem} />}
      {actionError && <ErrorNote title={t('settings.actionFailed')} error={actionError} />}
      <UsedModels list={list} />
      <section aria-labelledby="services">
        <div className="mb-2 flex items-center justify-between">
          <h2 id="services" className="font-semibold">
            {t('settings.services')}
          </h2>
          {locked ? (
            <LockNote />
          ) : (
            list.providers.length > 0 && (
              <Button onClick={() => void connectModel()}>
                <Plus size={15} aria-hidden />
                {t('model.connect')}
              </Button>
            )
          )}
        </div>
        {list.providers.length === 0 ? (
          <div className="rounded-lg border border-dashed border-line-strong">
            <EmptyState
              icon={<Cpu size={22} aria-hidden />}
              title={t('settings.noProviders')}
              text={t('settings.noProvidersHint')}
            >
              <Button variant="primary" onClick={() => void connectModel()}>
                {t('model.connect')}
              </Button>
            </EmptyState>
          </div>
        ) : (
          <ul className="flex flex-col gap-3">
            {list.providers.map((provider) => (
              <ProviderCard key={provider.id} provider={provider} list={list} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** Values of the lists that stand for no model; no model has such a name. */
const NONE = '';

function UsedModels({ list }: { list: ModelList }) {
  const { t } = useTranslation();
  const current = currentModel(list);
  const defaultLocked = useLocked('models.default');
  const titleLocked = useLocked('models.title');
  const options = list.models.map(({ id, label, provider, demo }) => ({
    value: id,
    label: demo ? t('model.demo') : `${label} · ${provider}`,
  }));
  const title = list.models.some(({ id }) => id === list.title) ? list.title : null;
  return (
    <SettingGroup>
      <SettingRow
        label={t('settings.newMessages')}
        hint={t('settings.newMessagesHint')}
        note={defaultLocked && <LockNote />}
      >
        {(control) => (
          <Select
            {...control}
            disabled={defaultLocked}
            value={current?.id ?? NONE}
            options={current ? options : [{ value: NONE, label: t('model.unusable') }, ...options]}
            onChange={(id) => id !== NONE && void selectModel(id)}
          />
        )}
      </SettingRow>
      <SettingRow
        label={t('settings.titles')}
        hint={t('settings.titlesHint')}
        note={titleLocked && <LockNote />}
      >
        {(control) => (
          <Select
            {...control}
            disabled={titleLocked}
            value={title ?? NONE}
            options={[
              { value: NONE, label: t('settings.firstLine') },
              ...options.filter(({ value }) => value !== 'demo'),
            ]}
            onChange={(id) => void setTitleModel(id === NONE ? null : id)}
          />
        )}
      </SettingRow>
    </SettingGroup>
  );
}
