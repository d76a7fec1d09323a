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

/**
 * Asks in a window of its own: its own page, its own preload, made for this one question and gone after it
 * (DESIGN §1). A script in the chat page reaches none of it. Closing the window cancels.
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

  const choice = new Promise<Choice>((resolve) => {
    current = {
      request: { requestId: randomUUID(), language, theme, ...question },
      present: (height) => present(window, parent, height),
      decide: resolve,
    };
    window.once('closed', () => resolve('cancel'));
    window.webContents.once('render-process-gone', () => resolve('cancel'));
  });
  try {
    return await choice;
  } finally {
    current = null;
    if (!window.isDestroyed()) window.destroy();
    if (!parent.isDestroyed()) parent.focus();
  }
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
