import { clsx } from 'clsx';
import { ChevronDown, Cpu, FlaskConical, KeyRound, Plus, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ListedModel, type ModelList, type Reasoning, reasoningEfforts } from '../../shared/settings';
import { useEngine } from '../state/engine';
import { connectModel, currentModel, selectModel, setReasoning, useModels } from '../state/models';
import { useView } from '../state/view';
import { Badge } from '../ui/badge';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu';

/** Which model answers, and the way to another (S25). The demo model never passes for a real one. */
export function ModelSwitcher() {
  const { t } = useTranslation();
  const list = useModels((state) => state.list);
  const showSettings = useView((view) => view.showSettings);
  const current = currentModel(list);
  if (!list) return <span />;
  return (
    <Menu side="top" align="start" trigger={<Trigger current={current} />}>
      <ModelChoices list={list} current={current} />
      {current && isConfigured(list, current) && <ReasoningChoice model={current} />}
      <MenuSeparator />
      <MenuItem icon={<Plus size={14} aria-hidden />} onSelect={() => void connectModel()}>
        {t('model.connect')}
      </MenuItem>
      <MenuItem icon={<SlidersHorizontal size={14} aria-hidden />} onSelect={() => showSettings('models')}>
        {t('model.manage')}
      </MenuItem>
    </Menu>
  );
}

function Trigger({ current, ...props }: { current: ListedModel | null } & React.ComponentProps<'button'>) {
  const { t } = useTranslation();
  const fallback = useEngine(({ status }) => status?.model.label);
  const troubled = !current || current.demo || !current.hasKey;
  const Icon = current?.demo ? FlaskConical : current && !current.hasKey ? KeyRound : Cpu;
  const label = current ? nameOf(current, t('model.demo')) : t('model.unusable');
  return (
    <button
      type="button"
      {...props}
      title={current ? t('model.current', { label }) : fallback}
      className={clsx(
        'flex h-7 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs font-medium transition-colors',
        troubled
          ? 'bg-warn-soft text-warn'
          : 'text-ink-2 hover:bg-hover hover:text-ink data-[state=open]:bg-hover',
      )}
    >
      <Icon size={13} aria-hidden className="shrink-0" />
      <span className="truncate">{label}</span>
      {current && !current.hasKey && <span className="shrink-0">· {t('model.noKey')}</span>}
      <ChevronDown size={12} aria-hidden className="shrink-0" />
    </button>
  );
}

/** Grouped by who offers them; the demo stands last, under its own name. */
function ModelChoices({ list, current }: { list: ModelList; current: ListedModel | null }) {
  const { t } = useTranslation();
  const groups = Map.groupBy(list.models, ({ provider }) => provider ?? t('model.demo'));
  return [...groups].map(([provider, models]) => (
    <MenuChoice
      key={provider}
      title={provider}
      value={current?.id ?? null}
      options={models.map((model) => ({
        value: model.id,
        label: model.demo ? t('model.demoNote') : model.label,
        note: model.hasKey ? null : (
          <Badge tone="warn" title={t('model.noKeyHint')}>
            {t('model.noKey')}
          </Badge>
        ),
      }))}
      onChange={(id) => void selectModel(id)}
    />
  ));
}

function ReasoningChoice({ model }: { model: ListedModel }) {
  const { t } = useTranslation();
  const values = ['default', ...reasoningEfforts] as const;
  return (
    <>
      <MenuSeparator />
      <MenuChoice<Reasoning | 'default'>
        stays
        title={t('model.reasoning')}
        value={model.reasoning ?? 'default'}
        options={values.map((value) => ({ value, label: t(`model.effort.${value}`) }))}
        onChange={(value) => void setReasoning(model.id, value === 'default' ? null : value)}
      />
    </>
  );
}

/** Whether the settings have a place for what is chosen about it. */
function isConfigured({ providers }: ModelList, { id }: ListedModel): boolean {
  return providers.some((provider) => id.startsWith(`${provider.id}:`));
}

function nameOf(model: ListedModel, demo: string): string {
  return model.demo ? demo : model.label;
}
