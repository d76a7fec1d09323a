export { examine } from './doctor';
export { Engine, type EngineOptions } from './engine';
export { engineMethods } from './methods';
export { version } from './version';
