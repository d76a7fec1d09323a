export { Sessions } from './sessions';
export { shownEntry } from './shown-entry';
