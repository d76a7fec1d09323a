import { join } from 'node:path';
import { app, type BrowserWindow, session } from 'electron';
import type { Preferences } from '../shared/settings';
import { registerAppScheme, serveApp } from './app-scheme';
import { openChatWindow } from './chat-window';
import { askForConsent } from './consent-window';
import { dataDirectory } from './data-directory';
import { forwardEngineEvent } from './engine-events';
import { openEngineLog } from './engine-log';
import { spawnEngine } from './engine-process';
import { EngineSupervisor } from './engine-supervisor';
import { lockDownPages, lockDownSession } from './lockdown';
import { serveCalls } from './method-router';
import { createPackageFlow } from './package-flow';
import { createPresentation } from './presentation';
import { openMemory } from './remembered';
import { shellMethods } from './shell-methods';
import { broadcast } from './surfaces';

// The order matters: the folder decides which instance the lock is about, and the lock who may start an engine.
const data = dataDirectory();
app.setPath('userData', join(data, 'window'));
app.setAppLogsPath(join(data, 'logs'));
// Root has to start with --no-sandbox (the start script warns); enableSandbox would overrule it and no page would open.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
registerAppScheme();

if (app.requestSingleInstanceLock()) start();
else app.quit();

function start(): void {
  lockDownPages();
  let window: BrowserWindow | null = null;
  const memory = openMemory(join(data, 'window', 'remembered.json'));
  const engine = new EngineSupervisor({
    spawn: spawnEngine,
    log: openEngineLog(join(data, 'logs', 'engine.log')),
    stateChanged: (state, restarts) => {
      broadcast('engine.state', { state, restarts });
      if (state === 'ready') void readPreferences();
    },
    notified: (event, payload) => forwardEngineEvent(event, payload, presentPreferences),
  });
  engine.start(); // before the window: both get ready at the same time

  const presentation = app.whenReady().then(() => createPresentation(memory));
  const presentPreferences = (preferences: Preferences) =>
    void presentation.then((ready) => ready.apply(preferences));
  const readPreferences = () =>
    engine.request('preferences.get', {}).then(presentPreferences, () => undefined); // the next start asks again

  app.on('second-instance', () => {
    if (!window) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('window-all-closed', () => app.quit());
  endEngineBeforeQuitting(engine);

  void presentation.then((ready) => {
    lockDownSession(session.defaultSession);
    serveApp(session.defaultSession, join(app.getAppPath(), 'out', 'renderer'));
    const packages = createPackageFlow({
      request: (method, params) => engine.request(method, params),
      ask: (question) => (window ? askForConsent(window, question, ready) : Promise.resolve('cancel')),
      emit: broadcast,
    });
    serveCalls({
      shell: shellMethods({ engine, packages, presentation: ready, chatWindow: () => window }),
      engine: (method, params) => engine.request(method, params as never), // checked by the router
    });
    window = openChatWindow(memory, ready);
    window.once('closed', () => {
      window = null;
    });
  });
}

/** Quitting waits until the engine, and with it every plugin's process, is gone. */
function endEngineBeforeQuitting(engine: EngineSupervisor): void {
  let ended = false;
  app.on('will-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    void engine.stop().finally(() => {
      ended = true;
      setImmediate(() => app.quit()); // Electron ignores it while it still handles this event
    });
  });
}
