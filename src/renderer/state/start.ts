import { catchUp, followTurns } from './conversation';
import { followEngine, refreshStatus } from './engine';
import { refreshManaged } from './managed';
import { followModels, refreshModels } from './models';
import { followPackages } from './packages';
import { followPlugins, refreshPlugins } from './plugins';
import { followPreferences, loadPreferences } from './preferences';
import { followSessions, refreshSessions } from './sessions';
import { followSkills, rereadSkills } from './skills';
import { followWorkspaces, refreshWorkspaces } from './workspaces';

/** Connects the stores to the shell; everything is read again whenever an engine becomes ready. */
export function startStores(): void {
  followPreferences();
  followSessions();
  followTurns();
  followPlugins();
  followPackages();
  followModels();
  window.secagent.on('plugins.changed', () => void refreshStatus());
  window.secagent.on('preferences.changed', () => void refreshStatus()); // a damaged file was set aside by it
  followWorkspaces();
  followSkills();
  window.secagent.on('skills.changed', () => void refreshStatus());
  followEngine(() => {
    void loadPreferences();
    void refreshSessions();
    void refreshPlugins();
    void refreshModels();
    catchUp();
    void refreshManaged();
    void refreshWorkspaces();
    rereadSkills();
  });
}
