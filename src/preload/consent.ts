import { contextBridge } from 'electron';
import type { ConsentBridge } from '../shared/bridge';
import { call } from './calls';

const bridge: ConsentBridge = {
  current: () => call('consent.current', {}),
  present: (height) => call('consent.present', { height }),
  decide: (decision) => call('consent.decide', decision),
};

contextBridge.exposeInMainWorld('secagentConsent', bridge);
