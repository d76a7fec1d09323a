import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, session, shell } from 'electron';
import type { BackupPreview } from '../shared/backup';
import type { Implementation } from '../shared/contract';
import { SecAgentError } from '../shared/errors';
import type { settingsMethods as rows } from '../shared/settings-methods';
import type { EngineSupervisor } from './engine-supervisor';
import type { Presentation } from './presentation';
import { texts } from './texts';

type SettingsMethod = Extract<keyof Implementation<'shell'>, keyof typeof rows>;

interface Surroundings {
  engine: Pick<EngineSupervisor, 'request'>;
  presentation: Pick<Presentation, 'language'>;
  chatWindow(): BrowserWindow | null;
}

/** What of workspace, data and diagnostics needs a dialog or the file manager, and the system's proxies for the engine. */
export function settingsMethods({
  engine,
  presentation,
  chatWindow,
}: Surroundings): Pick<Implementation<'shell'>, SettingsMethod> {
  const t = () => texts[presentation.language];
  const request: EngineSupervisor['request'] = (method, params) => engine.request(method, params);

  const save = async (title: string, fileName: string, extension: string, kind: string) => {
    const { filePath } = await dialog.showSaveDialog(parent(chatWindow), {
      title,
      defaultPath: join(app.getPath('documents'), fileName),
      filters: [{ name: kind, extensions: [extension] }],
    });
    return filePath || null;
  };

  return {
    'workspace.choose': async ({ sessionId }) => {
      const { folder } = await request('workspace.list', { sessionId });
      const { filePaths } = await dialog.showOpenDialog(parent(chatWindow), {
        title: t().workspaceTitle,
        buttonLabel: t().workspaceButton,
        defaultPath: folder.exists ? folder.path : homedir(),
        properties: ['openDirectory', 'createDirectory'],
      });
      const [path] = filePaths;
      return path ? request('workspace.add', { sessionId, path }) : null;
    },
    'workspace.reveal': async ({ sessionId }) => {
      // Selected in its parent, not opened: to open a folder that is a program would start it (macOS).
      shell.showItemInFolder((await request('workspace.prepare', { sessionId })).path);
    },

    'backup.save': async () => {
      const path = await save(t().backupTitle, `SecAgent ${today()}.zip`, 'zip', t().backupKind);
      return path ? request('backup.write', { path }) : null;
    },
    'backup.open': async () => {
      const { filePaths } = await dialog.showOpenDialog(parent(chatWindow), {
        title: t().restoreTitle,
        buttonLabel: t().restoreButton,
        properties: ['openFile'],
        filters: [{ name: t().backupKind, extensions: ['zip'] }],
      });
      const [path] = filePaths;
      return path ? request('backup.inspect', { path }) : null;
    },
    'backup.restore': async ({ restoreId }) => {
      // The page can't answer this one: a restore brings other addresses for messages with it (DESIGN §1).
      const preview = await request('backup.describe', { restoreId });
      const { response } = await dialog.showMessageBox(parent(chatWindow), {
        type: 'warning',
        title: t().restoreTitle,
        message: t().restoreQuestion,
        detail: restoreDetail(t(), preview),
        buttons: [t().cancel, t().restoreConfirm],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      if (response !== 1) return false;
      await request('backup.commit', { restoreId });
      return true;
    },

    'data.reveal': async () => shell.showItemInFolder((await request('engine.status', {})).dataDir),
    'diagnostics.save': async () => {
      const path = await save(
        t().diagnosticsTitle,
        `SecAgent-diagnostics ${today()}.txt`,
        'txt',
        t().textKind,
      );
      if (!path) return null;
      await request('diagnostics.write', { path });
      return { path };
    },

    'proxy.resolve': ({ url }) => session.defaultSession.resolveProxy(url),
  };
}

function restoreDetail(t: (typeof texts)['zh'], { services, proxy }: BackupPreview): string {
  const lines = [t.restoreDetail];
  if (services.length > 0) lines.push(t.restoreServices(services.join(', ')));
  if (proxy) lines.push(t.restoreProxy(proxy));
  return lines.join('\n\n');
}

function parent(chatWindow: () => BrowserWindow | null): BrowserWindow {
  const window = chatWindow();
  if (!window) throw new SecAgentError('forbidden', 'the window is closed');
  return window;
}

/** Local date, as in file names. */
function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
