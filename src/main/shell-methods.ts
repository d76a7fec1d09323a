import { type BrowserWindow, dialog, shell as openInBrowser } from 'electron';
import type { Implementation } from '../shared/contract';
import { SecAgentError } from '../shared/errors';
import type { openBundledPackages } from './bundled-packages';
import type { ConnectFlow } from './connect-flow';
import { currentConsent, decideConsent, presentConsent } from './consent-window';
import type { EngineSupervisor } from './engine-supervisor';
import type { KeyStore } from './key-store';
import { openableUrl } from './links';
import type { PackageFlow } from './package-flow';
import type { Presentation } from './presentation';
import { settingsMethods } from './settings-methods';
import { texts } from './texts';

export interface Shell {
  engine: EngineSupervisor;
  packages: PackageFlow;
  bundled: ReturnType<typeof openBundledPackages>;
  connect: ConnectFlow;
  keys: KeyStore;
  presentation: Presentation;
  chatWindow(): BrowserWindow | null;
}

/** The methods main answers itself: the engine's life, package files, links, the consent view, and keys. */
export function shellMethods(shell: Shell): Implementation<'shell'> {
  const { engine, packages, bundled, connect, keys, presentation, chatWindow } = shell;
  return {
    ...settingsMethods(shell),

    'engine.state': () => engine.state,
    'engine.retry': () => engine.retry(),
    'packages.pick': () => pickPackages(chatWindow(), presentation, packages),
    'packages.open': ({ paths }) => packages.open(paths),
    'plugins.requestEnable': ({ id }) => packages.requestEnable(id),
    'packages.bundled': () => bundled.list(),
    'packages.openBundled': ({ id }) => packages.open([bundled.path(id)]),
    'links.open': ({ url }) => openLink(url),
    'consent.current': () => currentConsent(),
    'consent.present': ({ height }) => presentConsent(height),
    'consent.decide': (decision) => decideConsent(decision),

    'models.connect': (wish) => connect.connect(wish),
    'connect.current': (params) => connect.current(params),
    'connect.test': (question) => connect.test(question),
    'connect.fetchModels': (question) => connect.fetchModels(question),
    'connect.save': (draft) => connect.save(draft),
    'connect.openKeyPage': (which) => connect.openKeyPage(which),
    'connect.cancel': (params) => connect.cancel(params),

    'secrets.get': ({ origin }) => keys.get(origin),
    'secrets.remove': ({ origin }) => keys.remove(origin),
  };
}

/** @throws `invalid_argument` for anything but https and mailto (ATTACKS 20) */
export async function openLink(url: string): Promise<void> {
  const openable = openableUrl(url);
  if (!openable)
    throw new SecAgentError('invalid_argument', 'only https and mailto links are opened', { url });
  await openInBrowser.openExternal(openable);
}

async function pickPackages(
  parent: BrowserWindow | null,
  { language }: Presentation,
  packages: PackageFlow,
): Promise<void> {
  if (!parent) return;
  const t = texts[language];
  const { canceled, filePaths } = await dialog.showOpenDialog(parent, {
    title: t.pickTitle,
    buttonLabel: t.pickButton,
    properties: ['openFile', 'multiSelections'],
    filters: [
      { name: t.pickFilter, extensions: ['zip'] },
      { name: t.allFiles, extensions: ['*'] },
    ],
  });
  if (!canceled) await packages.open(filePaths);
}
