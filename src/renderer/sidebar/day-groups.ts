import type { SessionSummary } from '../../shared/sessions';

export type DayGroup = 'today' | 'yesterday' | 'week' | 'older';

const DAY = 86_400_000;

/** Sorts sessions, newest first already, under the day they were last used on. Empty groups are left out. */
export function groupByDay(sessions: readonly SessionSummary[], now: number): [DayGroup, SessionSummary[]][] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const groups = Map.groupBy(sessions, ({ updatedAt }): DayGroup => {
    if (updatedAt >= midnight) return 'today';
    if (updatedAt >= midnight - DAY) return 'yesterday';
    return updatedAt >= midnight - 6 * DAY ? 'week' : 'older';
  });
  return [...groups];
}
