import { join } from 'node:path';
import { app, BrowserWindow, type Rectangle, screen } from 'electron';
import { APP_ORIGIN } from './app-address';
import { addContextMenu } from './menu';
import type { Presentation } from './presentation';
import type { Memory } from './remembered';
import { registerSurface } from './surfaces';

const DEFAULT_SIZE = { width: 1180, height: 780 };

/** What every page of the app is made with; said in full so that no default has to be known. */
export function pagePreferences(preload: 'chat' | 'consent' | 'connect') {
  return {
    preload: join(app.getAppPath(), 'out', 'preload', `${preload}.cjs`),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    navigateOnDragDrop: false,
    devTools: !app.isPackaged,
  };
}

/** Opens the chat window where it was last time. */
export function openChatWindow(memory: Memory, presentation: Presentation): BrowserWindow {
  const window = new BrowserWindow({
    ...place(memory.value.bounds),
    minWidth: 720,
    minHeight: 520,
    show: false,
    title: 'SecAgent',
    icon: join(app.getAppPath(), 'resources', 'icon.png'),
    backgroundColor: presentation.background,
    autoHideMenuBar: true,
    webPreferences: pagePreferences('chat'),
  });
  if (memory.value.maximized) window.maximize();
  registerSurface(window.webContents, 'chat');
  addContextMenu(window.webContents, () => presentation.language);
  reloadAfterCrash(window);
  window.once('ready-to-show', () => window.show());
  window.on('close', () =>
    memory.remember({ bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  const first = memory.value.welcomed ? '' : '&new';
  void window.loadURL(`${APP_ORIGIN}/index.html?lang=${presentation.language}${first}`);
  return window;
}

/** The remembered place if enough of it can still be seen, e.g. after a projector was unplugged. */
function place(bounds: Rectangle | undefined): Partial<Rectangle> {
  const workArea = screen.getPrimaryDisplay().workAreaSize;
  const size = {
    width: Math.min(DEFAULT_SIZE.width, workArea.width),
    height: Math.min(DEFAULT_SIZE.height, workArea.height),
  };
  if (!bounds || bounds.width < 400 || bounds.height < 300) return size;
  const area = screen.getDisplayMatching(bounds).workArea;
  const visibleWidth = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const titleBarVisible = bounds.y >= area.y - 8 && bounds.y < area.y + area.height - 60;
  return visibleWidth > 200 && titleBarVisible ? bounds : size;
}

/** A page that died is loaded again; one that keeps dying is left alone. */
function reloadAfterCrash(window: BrowserWindow): void {
  let reloads = 0;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed() || ++reloads > 3) return;
    window.webContents.reload();
  });
}
