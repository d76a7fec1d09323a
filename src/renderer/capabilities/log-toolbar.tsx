import { useTranslation } from 'react-i18next';
import type { LogLevel } from '../../shared/plugins';
import { CopyButton } from '../ui/copy-button';
import { Select } from '../ui/field';
import { SearchInput } from '../ui/search-input';
import { type FilteredLine, type LogFilter, logLevels, MAX_SEARCH, textOf } from './log-filter';

interface LogToolbarProps {
  filter: LogFilter;
  /** lines that pass, and all there are */
  shown: readonly FilteredLine[];
  all: number;
  onChange(filter: LogFilter): void;
}

/** Which lines of the log are shown, how many, and a way to take them along. */
export function LogToolbar({ filter, shown, all, onChange }: LogToolbarProps) {
  const { t } = useTranslation();
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-6 py-2 max-[860px]:px-4">
      <Select<LogLevel>
        aria-label={t('pluginLog.level')}
        value={filter.level}
        options={logLevels.map((value) => ({ value, label: t(`pluginLog.levels.${value}`) }))}
        onChange={(level) => onChange({ ...filter, level })}
        className="h-8! w-auto! text-sm"
      />
      <SearchInput
        label={t('pluginLog.search')}
        value={filter.search}
        maxLength={MAX_SEARCH}
        onChange={(search) => onChange({ ...filter, search })}
        className="min-w-40 flex-1 max-[960px]:order-last max-[960px]:basis-full"
      />
      <div className="ms-auto flex items-center gap-1">
        {' '}
        {/* Read out only to whoever is searching: the log itself grows all the time. */}
        <span
          role={filter.search || filter.level !== 'debug' ? 'status' : undefined}
          className="text-sm text-ink-3 tabular-nums"
        >
          {t('pluginLog.count', { shown: shown.length, all })}
        </span>
        <CopyButton label={t('pluginLog.copy')} text={() => textOf(shown)} />
      </div>{' '}
    </div>
  );
}
