import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Answer, ChatBridge } from '../shared/bridge';
import { call } from './calls';

type Listener = (payload: never) => void;

const listeners = new Map<string, Set<Listener>>();

ipcRenderer.on('secagent:event', (_event, name: string, payload: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(payload as never);
});

const bridge: ChatBridge = {
  call,

  on(event, listener) {
    const known = listeners.get(event) ?? new Set();
    listeners.set(event, known.add(listener));
    return () => void known.delete(listener);
  },

  async openDropped(files) {
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    if (paths.length === 0) return { ok: true, value: false };
    const answer: Answer<void> = await ipcRenderer.invoke('secagent:dropped', paths);
    return answer.ok ? { ok: true, value: true } : answer;
  },
};

contextBridge.exposeInMainWorld('secagent', bridge);
