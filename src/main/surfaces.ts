import type { WebContents, WebFrameMain } from 'electron';
import type { EventName, Events } from '../shared/contract';
import type { Surface } from '../shared/method';
import { APP_ORIGIN } from './app-address';

type PageSurface = Exclude<Surface, 'shell' | 'engine'>;

const surfaces = new Map<WebContents, PageSurface>();

/** Lets the page of a window call the methods of its surface, until it is destroyed. */
export function registerSurface(contents: WebContents, surface: PageSurface): void {
  surfaces.set(contents, surface);
  contents.once('destroyed', () => surfaces.delete(contents));
}

/**
 * The surface a message was sent from, or null for anything else than the top frame of a registered window
 * showing the app (ATTACKS 19): a subframe, a preview window, an empty or foreign address, a frame that is gone.
 */
export function surfaceOf(sender: WebContents, frame: WebFrameMain | null): PageSurface | null {
  const surface = surfaces.get(sender);
  if (!surface || !frame || frame.parent !== null || frame !== sender.mainFrame) return null;
  return frame.url.startsWith(`${APP_ORIGIN}/`) ? surface : null;
}

/** Pushes an event to every chat page. */
export function broadcast<E extends EventName>(event: E, payload: Events[E]): void {
  for (const [contents, surface] of surfaces) {
    if (surface === 'chat' && !contents.isDestroyed()) contents.send('secagent:event', event, payload);
  }
}
