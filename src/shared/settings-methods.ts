import Type from 'typebox';
import type { BackupPreview, BackupResult } from './backup';
import type { ManagedInfo } from './managed';
import { exact, method, nothing } from './method';
import type { NetworkTest, PrivacyFacts } from './privacy';
import type { NetworkSettings } from './settings';
import type { WorkspaceFolder, WorkspaceList } from './workspace';

const path = Type.String({ minLength: 1, maxLength: 4096 });
const pathOnly = Type.Object({ path }, exact);
/** null: a chat that has no session yet */
const sessionId = Type.Union([Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }), Type.Null()]);
const forSession = Type.Object({ sessionId }, exact);
const folderFor = Type.Object({ sessionId, path }, exact);
const restoreOnly = Type.Object({ restoreId: Type.String({ pattern: '^[0-9a-f-]{36}$' }) }, exact);

const proxy = Type.Union([
  Type.Object({ mode: Type.Literal('system') }, exact),
  Type.Object({ mode: Type.Literal('none') }, exact),
  Type.Object(
    {
      mode: Type.Literal('manual'),
      url: Type.String({ minLength: 1, maxLength: 500 }),
      bypass: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 200 }),
    },
    exact,
  ),
]);

/**
 * The contract's rows about the rest of the settings: workspace (S28), network (X5), managed settings (M20), data and
 * diagnostics (X6). The page never names a file or a folder that was not chosen in a dialog of the operating system.
 */
export const settingsMethods = {
  'workspace.list': method<WorkspaceList>()('chat', 'engine', forSession),
  /** Works in a folder that was chosen before, or in the default. */
  'workspace.use': method<void>()('chat', 'engine', folderFor),
  /** Takes a folder off the list; the folder itself stays. */
  'workspace.forget': method<void>()('chat', 'engine', pathOnly),
  /** Opens a folder picker; null when it was cancelled. */
  'workspace.choose': method<WorkspaceFolder | null>()('chat', 'shell', forSession),
  /** Shows the folder in the file manager. */
  'workspace.reveal': method<void>()('chat', 'shell', forSession),
  /** Works in a folder that was chosen just now. @throws `workspace_missing` */
  'workspace.add': method<WorkspaceFolder>()('shell', 'engine', folderFor),
  /** The folder, made when it is the default and missing. @throws `workspace_missing` */
  'workspace.prepare': method<WorkspaceFolder>()('shell', 'engine', forSession),

  'network.get': method<NetworkSettings>()('chat', 'engine', nothing),
  /** @throws `managed`, `invalid_argument` for an address that is no proxy */
  'network.set': method<NetworkSettings>()(
    'chat',
    'engine',
    Type.Object({ proxy: Type.Optional(proxy), systemCertificates: Type.Optional(Type.Boolean()) }, exact),
  ),
  /** Reaches the current model's service, or says what is in the way. */
  'network.test': method<NetworkTest>()('chat', 'engine', nothing),

  'managed.get': method<ManagedInfo>()('chat', 'engine', nothing),
  'privacy.get': method<PrivacyFacts>()('chat', 'engine', nothing),

  /** Saves a backup where a save dialog says; null when it was cancelled. */
  'backup.save': method<BackupResult | null>()('chat', 'shell', nothing),
  /** Looks into a backup chosen in a dialog; null when it was cancelled. Nothing is changed. */
  'backup.open': method<BackupPreview | null>()('chat', 'shell', nothing),
  /** Replaces everything after a last question of the shell's own; false when that was answered with no. */
  'backup.restore': method<boolean>()('chat', 'shell', restoreOnly),
  'backup.discard': method<void>()('chat', 'engine', restoreOnly),
  'backup.write': method<BackupResult>()('shell', 'engine', pathOnly),
  'backup.inspect': method<BackupPreview>()('shell', 'engine', pathOnly),
  /** What the last question is about. @throws `backup_gone` */
  'backup.describe': method<BackupPreview>()('shell', 'engine', restoreOnly),
  /** Saves the present state, puts the restored one in its place and ends the engine, to start again with it. */
  'backup.commit': method<void>()('shell', 'engine', restoreOnly),

  'data.reveal': method<void>()('chat', 'shell', nothing),
  /** What the diagnostics file would say, all of it. */
  'diagnostics.preview': method<{ text: string }>()('chat', 'engine', nothing),
  /** Saves exactly what was previewed last; null when the dialog was cancelled. */
  'diagnostics.save': method<{ path: string } | null>()('chat', 'shell', nothing),
  'diagnostics.write': method<void>()('shell', 'engine', pathOnly),

  /** How the operating system reaches a URL, in the form of a PAC script's answer. */
  'proxy.resolve': method<string>()(
    'engine',
    'shell',
    Type.Object({ url: Type.String({ maxLength: 8192 }) }, exact),
  ),
} as const;
