export type { Directories } from './directories';
export { Engine, type EngineOptions } from './engine';
export { version } from './version';
