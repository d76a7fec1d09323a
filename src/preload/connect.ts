import { contextBridge } from 'electron';
import type { ConnectBridge } from '../shared/bridge';
import { call } from './calls';

const bridge: ConnectBridge = {
  current: () => call('connect.current', {}),
  test: (question) => call('connect.test', question),
  fetchModels: (question) => call('connect.fetchModels', question),
  save: (draft) => call('connect.save', draft),
  openKeyPage: (preset) => call('connect.openKeyPage', { preset }),
  cancel: () => call('connect.cancel', {}),
};

contextBridge.exposeInMainWorld('secagentConnect', bridge);
