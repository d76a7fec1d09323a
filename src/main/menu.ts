import { app, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { Language } from '../shared/settings';
import { texts } from './texts';

/** The whole menu: editing, zoom, full screen, quit. On Windows and Linux it shows with Alt. */
export function setApplicationMenu(language: Language): void {
  const t = texts[language];
  const view: MenuItemConstructorOptions[] = [
    { role: 'zoomIn', label: t.zoomIn, accelerator: 'CommandOrControl+=' },
    { role: 'zoomIn', label: t.zoomIn, accelerator: 'CommandOrControl+Plus', visible: false },
    { role: 'zoomOut', label: t.zoomOut },
    { role: 'resetZoom', label: t.actualSize },
    { type: 'separator' },
    { role: 'togglefullscreen', label: t.fullScreen },
  ];
  if (!app.isPackaged) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
      ...(process.platform === 'darwin'
        ? []
        : [{ label: t.file, submenu: [{ role: 'quit' as const, label: t.quit }] }]),
      { label: t.edit, submenu: editing(language) },
      { label: t.view, submenu: view },
    ]),
  );
}

/** The right-click menu of text: what can be done with it, and nothing where nothing can. */
export function addContextMenu(contents: WebContents, language: () => Language): void {
  contents.on('context-menu', (_event, { isEditable, selectionText }) => {
    if (!isEditable && !selectionText.trim()) return;
    const t = texts[language()];
    const items: MenuItemConstructorOptions[] = isEditable
      ? editing(language())
      : [
          { role: 'copy', label: t.copy },
          { role: 'selectAll', label: t.selectAll },
        ];
    Menu.buildFromTemplate(items).popup();
  });
}

function editing(language: Language): MenuItemConstructorOptions[] {
  const t = texts[language];
  return [
    { role: 'undo', label: t.undo },
    { role: 'redo', label: t.redo },
    { type: 'separator' },
    { role: 'cut', label: t.cut },
    { role: 'copy', label: t.copy },
    { role: 'paste', label: t.paste },
    { role: 'selectAll', label: t.selectAll },
  ];
}
