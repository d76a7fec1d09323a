import { clsx } from 'clsx';
import type { PluginSummary } from '../../shared/plugins';

/** What the plugin says of itself with setStatus, in the colour of the word it gave. */
export function PluginStatus({ status }: { status: NonNullable<PluginSummary['status']> }) {
  return (
    <p className="selectable flex gap-2 text-sm [overflow-wrap:anywhere]">
      <span aria-hidden className={clsx('mt-[7px] size-2 shrink-0 rounded-full', colourOf(status.state))} />
      <bdi title={status.message} className="line-clamp-2 min-w-0">
        {status.message}
      </bdi>
    </p>
  );
}

/** The word is the plugin's own; these are the ones a colour is known for. */
function colourOf(state = 'ok'): string {
  if (/^(?:error|failed|bad)$/i.test(state)) return 'bg-bad';
  if (/^(?:warn|warning)$/i.test(state)) return 'bg-warn';
  if (/^(?:ok|ready|connected|good|success)$/i.test(state)) return 'bg-good';
  return 'bg-ink-3';
}
