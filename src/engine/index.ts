export { Engine, type EngineOptions } from './engine';
export { version } from './version';
