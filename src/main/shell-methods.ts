import { type BrowserWindow, dialog, shell } from 'electron';
import type { Implementation } from '../shared/contract';
import { SecAgentError } from '../shared/errors';
import { currentConsent, decideConsent, presentConsent } from './consent-window';
import type { EngineSupervisor } from './engine-supervisor';
import { openableUrl } from './links';
import type { PackageFlow } from './package-flow';
import type { Presentation } from './presentation';
import { texts } from './texts';

export interface Shell {
  engine: EngineSupervisor;
  packages: PackageFlow;
  presentation: Presentation;
  chatWindow(): BrowserWindow | null;
}

/** The methods main answers itself: the engine's life, package files, links and the consent view. */
export function shellMethods({ engine, packages, presentation, chatWindow }: Shell): Implementation<'shell'> {
  return {
    'engine.state': () => engine.state,
    'engine.retry': () => engine.retry(),
    'packages.pick': () => pickPackages(chatWindow(), presentation, packages),
    'packages.open': ({ paths }) => packages.open(paths),
    'plugins.requestEnable': ({ id }) => packages.requestEnable(id),
    'links.open': async ({ url }) => {
      const openable = openableUrl(url);
      if (!openable)
        throw new SecAgentError('invalid_argument', 'only https and mailto links are opened', { url });
      await shell.openExternal(openable);
    },
    'consent.current': () => currentConsent(),
    'consent.present': ({ height }) => presentConsent(height),
    'consent.decide': (decision) => decideConsent(decision),
  };
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
