import { type BrowserWindow, screen } from 'electron';
import { openModalView } from './modal-view';
import type { Presentation } from './presentation';
import { texts } from './texts';

const SIZE = { width: 640, height: 740 };

/** Opens the connect view over the chat window; with the chat window it goes. */
export function openConnectView(parent: BrowserWindow, editing: boolean, presentation: Presentation) {
  const t = texts[presentation.language];
  const room = screen.getDisplayMatching(parent.getBounds()).workAreaSize.height - 60;
  const window = openModalView(
    parent,
    {
      page: 'connect',
      title: editing ? t.connectEdit : t.connect,
      width: SIZE.width,
      height: Math.min(SIZE.height, room),
    },
    presentation,
  );
  window.once('ready-to-show', () => window.show());
  const close = () => {
    if (!window.isDestroyed()) window.destroy();
  };
  window.webContents.once('render-process-gone', close);
  const closed = new Promise<void>((resolve) => window.once('closed', resolve)).then(() => {
    if (!parent.isDestroyed()) parent.focus();
  });
  return { closed, close };
}
