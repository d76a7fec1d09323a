export { examine } from './doctor';
export { Engine, type EngineOptions } from './engine';
export { engineMethods } from './methods';
export type { PackageReport } from './plugins';
export { version } from './version';
