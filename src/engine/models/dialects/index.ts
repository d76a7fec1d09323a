export { adaptMessages, refusesSystemMessages } from './adapt-messages';
export { isContextFull } from './context-full';
export type { Dialect } from './dialect';
export { plainDialect } from './dialect';
export { thinkingSwitch } from './thinking-switch';
