import { app, type Session } from 'electron';
import { APP_ORIGIN } from './app-address';

/** What no page of the app ever gets, whoever made it (ATTACKS 20, 24; Electron's checklist). */
export function lockDownPages(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** No permission of any kind, no device, no download, and nothing from a network. */
export function lockDownSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false); // it would fetch its dictionaries from the internet
  session.webRequest.onBeforeRequest((details, callback) => callback({ cancel: !isOwn(details.url) }));
}

function isOwn(url: string): boolean {
  if (url.startsWith(`${APP_ORIGIN}/`) || url.startsWith('data:')) return true;
  return !app.isPackaged && url.startsWith('devtools://');
}
