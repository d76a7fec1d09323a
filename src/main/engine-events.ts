import type { EventName, Events } from '../shared/contract';
import type { Preferences } from '../shared/settings';
import { broadcast } from './surfaces';

/** What the engine may say to pages; anything else it sends stays here. */
const forwarded: ReadonlySet<string> = new Set<EventName>([
  'turn.event',
  'sessions.changed',
  'plugins.changed',
  'skills.changed',
  'preferences.changed',
  'models.changed',
]);

/** Passes an engine's event on to the chat pages; changed preferences concern the shell as well. */
export function forwardEngineEvent(
  event: string,
  payload: unknown,
  preferencesChanged: (preferences: Preferences) => void,
): void {
  if (!forwarded.has(event)) return;
  broadcast(event as EventName, payload as Events[EventName]);
  if (event === 'preferences.changed') preferencesChanged(payload as Preferences);
}
