import { BrowserWindow } from 'electron';
import { APP_ORIGIN } from './app-address';
import { pagePreferences } from './chat-window';
import { addContextMenu } from './menu';
import type { Presentation } from './presentation';
import { registerSurface } from './surfaces';

interface ModalView {
  page: 'consent' | 'connect';
  title: string;
  width: number;
  height: number;
}

/**
 * A window over the chat for what only a person may decide (DESIGN §1): its own page, its own preload, made for this
 * one purpose and gone after it. A script in the chat page reaches none of it. It does not show itself.
 */
export function openModalView(
  parent: BrowserWindow,
  { page, title, width, height }: ModalView,
  presentation: Presentation,
): BrowserWindow {
  const window = new BrowserWindow({
    parent,
    modal: true,
    show: false,
    width,
    height,
    useContentSize: true,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    autoHideMenuBar: true,
    title,
    backgroundColor: presentation.background,
    webPreferences: pagePreferences(page),
  });
  window.removeMenu();
  registerSurface(window.webContents, 'consent');
  addContextMenu(window.webContents, () => presentation.language);
  window.on('page-title-updated', (event) => event.preventDefault()); // the title above says more
  void window.loadURL(`${APP_ORIGIN}/${page}.html?lang=${presentation.language}`);
  return window;
}
