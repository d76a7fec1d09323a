import type { Implementation } from '../shared/contract';
import { SecAgentError } from '../shared/errors';
import type { Engine } from './engine';
import { modelMethods } from './model-methods';
import { chooseSkill, selectTools } from './settings';
import { settingsMethods } from './settings-methods';

/** What the engine answers, one line a method; parameters were validated where trust changed (DESIGN §3). */
export function engineMethods(engine: Engine): Implementation<'engine'> {
  const { sessions, plugins, hosts, skills, agent, settings } = engine;
  const sessionsChanged = <T>(value: T): T => {
    engine.emit('sessions.changed', {});
    return value;
  };
  return {
    ...modelMethods(engine),
    ...settingsMethods(engine),

    'engine.status': () => engine.status(),

    'preferences.get': () => settings.read().preferences,
    'preferences.set': (params) => {
      const { preferences } = settings.update((all) => Object.assign(all.preferences, params));
      engine.emit('preferences.changed', preferences);
      return preferences;
    },

    'sessions.list': ({ query }) => sessions.list(query),
    'sessions.create': () => sessionsChanged(engine.createSession()),
    'sessions.show': ({ sessionId }) => agent.show(sessionId),
    'sessions.rename': ({ sessionId, title }) => sessionsChanged(sessions.rename(sessionId, title)),
    'sessions.delete': async ({ sessionId }) => {
      await agent.stop(sessionId);
      sessionsChanged(sessions.setAside(sessionId));
    },
    'sessions.restore': ({ sessionId }) => sessionsChanged(sessions.restore(sessionId)),

    'chat.send': async ({ sessionId, text }, signal) => {
      const result = agent.send(sessionId, text, () => engine.model(), signal);
      engine.emit('sessions.changed', {});
      return sessionsChanged(await result);
    },
    'chat.stop': ({ sessionId }) => agent.stop(sessionId),
    'chat.compact': ({ sessionId }) => agent.compact(sessionId, () => engine.model()),

    'plugins.list': async () => {
      await hosts.refreshStats();
      return plugins.list();
    },
    'plugins.show': ({ id }) => plugins.show(id),
    'plugins.log': ({ id, after }) => hosts.log(id, after),
    'plugins.disable': ({ id }) => plugins.disable(id),
    'plugins.remove': ({ id }) => plugins.remove(id),
    'plugins.restart': ({ id }) => plugins.restart(id),
    'plugins.setLimits': ({ id, limits }) => plugins.setLimits(id, limits),
    'plugins.askSettings': ({ id, page, action, arguments: args }, signal) =>
      hosts.callSettings(id, page, action, args, signal),
    'plugins.enable': ({ id, digest }) => plugins.enable(id, digest),
    'plugins.call': async ({ id, tool, arguments: args }, signal) => {
      await hosts.whenSettled(10_000);
      const status = hosts.status(id);
      if (!status) {
        plugins.show(id);
        throw new SecAgentError('plugin_not_enabled', `the plugin "${id}" is off; switch it on first`, {
          id,
        });
      }
      return hosts.callTool(`${id}__${tool}`, args, signal);
    },

    'skills.list': ({ sessionId }) => skills.list(engine.workspaces.of(sessionId)),
    'skills.show': ({ sessionId, name, path }) => skills.show(engine.workspaces.of(sessionId), name, path),
    'skills.choose': ({ key, ...choice }) => {
      settings.update((all) => chooseSkill(all, key, choice));
      skills.refresh();
      engine.emit('skills.changed', {});
    },
    'skills.reload': () => skills.reload(),

    'tools.list': () => ({
      tools: hosts.tools().map(({ pluginId: _, ...tool }) => tool),
      selected: settings.read().tools.selected,
    }),
    'tools.select': ({ keys }) => {
      const visible = hosts.tools().filter(({ hidden }) => !hidden);
      settings.update((all) => selectTools(all, keys, visible));
      engine.announcePlugins();
    },

    'packages.stage': ({ path }) => plugins.stage(path),
    'packages.commit': ({ candidateId, enable }) => plugins.commit(candidateId, enable),
    'packages.discard': ({ candidateId }) => plugins.discard(candidateId),
  };
}
