import { join } from 'node:path';
import { app, type BrowserWindow, session } from 'electron';
import type { Preferences } from '../shared/settings';
import { registerAppScheme, serveApp } from './app-scheme';
import { openBundledPackages } from './bundled-packages';
import { openChatWindow } from './chat-window';
import { createConnectFlow } from './connect-flow';
import { openConnectView } from './connect-window';
import { askForConsent } from './consent-window';
import { dataDirectory } from './data-directory';
import { forwardEngineEvent } from './engine-events';
import { openEngineLog } from './engine-log';
import { spawnEngine } from './engine-process';
import { EngineSupervisor } from './engine-supervisor';
import { openKeyStore } from './key-store';
import { lockDownPages, lockDownSession } from './lockdown';
import { route, type Servers, serveCalls } from './method-router';
import { createPackageFlow } from './package-flow';
import { createPresentation } from './presentation';
import { openMemory } from './remembered';
import { openLink, shellMethods } from './shell-methods';
import { broadcast } from './surfaces';
import { systemCipher } from './system-cipher';

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
    stateChanged: (life) => {
      broadcast('engine.state', life);
      if (life.state === 'ready') void readPreferences();
    },
    notified: (event, payload) => forwardEngineEvent(event, payload, presentPreferences),
    answer: async (method, params) => route('engine', method, params, await servers),
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

  const servers: Promise<Servers> = presentation.then((ready) => {
    const request: EngineSupervisor['request'] = (method, params) => engine.request(method, params);
    const keys = openKeyStore(join(data, 'secrets.json'), systemCipher);
    const packages = createPackageFlow({
      request,
      ask: (question) => (window ? askForConsent(window, question, ready) : Promise.resolve('cancel')),
      emit: broadcast,
    });
    const connect = createConnectFlow({
      request,
      keys,
      presentation: ready,
      open: (editing) => {
        if (window) return openConnectView(window, editing, ready);
        return { closed: Promise.resolve(), close: () => undefined };
      },
      openExternal: openLink,
      keysChanged: () => broadcast('models.changed', {}),
    });
    const bundled = openBundledPackages(bundledFolder());
    return {
      shell: shellMethods({
        engine,
        packages,
        bundled,
        connect,
        keys,
        presentation: ready,
        chatWindow: () => window,
      }),
      engine: (method, params) => request(method, params as never), // checked by the router
    };
  });

  void Promise.all([presentation, servers]).then(([ready, serving]) => {
    lockDownSession(session.defaultSession);
    serveApp(session.defaultSession, join(app.getAppPath(), 'out', 'renderer'));
    serveCalls(serving);
    window = openChatWindow(memory, ready);
    window.once('closed', () => {
      window = null;
    });
  });
}

function bundledFolder(): string {
  if (app.isPackaged) return join(process.resourcesPath, 'plugins');
  return join(app.getAppPath(), 'plugins-examples', 'dist');
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
