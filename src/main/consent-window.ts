import { randomUUID } from 'node:crypto';
import { type BrowserWindow, screen } from 'electron';
import type { ConsentRequest, Params } from '../shared/contract';
import { SecAgentError } from '../shared/errors';
import { openModalView } from './modal-view';
import type { Presentation } from './presentation';
import { texts } from './texts';

export type Choice = Params<'consent.decide'>['choice'];

const WIDTH = 560;
const MIN_HEIGHT = 320;
const MAX_HEIGHT = 680;

let current: {
  request: ConsentRequest;
  present(height: number): void;
  decide(choice: Choice): void;
} | null = null;

/** A page that is not drawn by then is given up: the questions after it wait for its window. */
const SHOWN_WITHIN_MS = 10_000;

/**
 * Asks in a window of its own: its own page, its own preload, made for this one question and gone after it
 * (DESIGN §1). A script in the chat page reaches none of it. Closing the window cancels.
 * @throws `consent_failed` when the question could not be shown
 */
export async function askForConsent(
  parent: BrowserWindow,
  question: Pick<ConsentRequest, 'kind' | 'subject'>,
  presentation: Presentation,
): Promise<Choice> {
  if (current) throw new SecAgentError('internal', 'another question is still open');
  const { language, theme } = presentation;
  const title = question.kind === 'install' ? texts[language].consentInstall : texts[language].consentEnable;
  // Small at first: what the page needs shows only in what does not fit.
  const size = { width: WIDTH, height: MIN_HEIGHT };
  const window = openModalView(parent, { page: 'consent', title, ...size }, presentation);

  let shown = false;
  const choice = new Promise<Choice>((resolve) => {
    current = {
      request: { requestId: randomUUID(), language, theme, ...question },
      present: (height) => present(window, parent, height),
      decide: resolve,
    };
    // At once, without waiting for the page: one that hangs would never let its window close.
    window.once('close', () => shown && resolve('cancel'));
    window.once('closed', () => shown && resolve('cancel'));
    window.once('show', () => {
      shown = true;
    });
  });
  const failure = whenUnusable(window);
  try {
    return await Promise.race([choice, failure.promise]);
  } finally {
    failure.stopWatching();
    current = null;
    if (!window.isDestroyed()) window.destroy();
    if (!parent.isDestroyed()) parent.focus();
  }
}

/** Rejects when the page can't be loaded, shows nothing in time, closes before it showed anything, hangs or dies. */
function whenUnusable(window: BrowserWindow): { promise: Promise<never>; stopWatching(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const fail = (reason: string) => reject(new SecAgentError('consent_failed', reason));
  const { webContents } = window;
  webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame) fail(`the consent page could not be loaded: ${description || code}`);
  });
  webContents.once('render-process-gone', (_event, { reason }) => fail(`the consent page ended: ${reason}`));
  webContents.once('unresponsive', () => fail('the consent page does not respond'));
  // What was shown and then closed has been answered already.
  window.once('closed', () => fail('the consent page got no question'));
  const timer = setTimeout(
    () => !window.isVisible() && fail(`the consent page was not drawn within ${SHOWN_WITHIN_MS / 1000} s`),
    SHOWN_WITHIN_MS,
  );
  return { promise, stopWatching: () => clearTimeout(timer) };
}

export function currentConsent(): ConsentRequest | null {
  return current?.request ?? null;
}

export function decideConsent({ requestId, choice }: Params<'consent.decide'>): void {
  if (current?.request.requestId !== requestId) {
    throw new SecAgentError('candidate_gone', 'this question is no longer open', { requestId });
  }
  if (current.request.kind === 'enable' && choice === 'install') {
    throw new SecAgentError('params_invalid', 'this question cannot be answered with "install"', { choice });
  }
  current.decide(choice);
}

/** Shows the view as tall as what it says, within the screen; not before, so that it never jumps. */
export function presentConsent(height: number): void {
  current?.present(height);
}

function present(window: BrowserWindow, parent: BrowserWindow, height: number): void {
  if (window.isDestroyed() || window.isVisible()) return;
  const room = screen.getDisplayMatching(parent.getBounds()).workAreaSize.height - 80;
  window.setContentSize(WIDTH, Math.max(MIN_HEIGHT, Math.min(height, MAX_HEIGHT, room)));
  window.center();
  window.show();
}
