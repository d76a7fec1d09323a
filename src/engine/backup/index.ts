export { Backups } from './backups';
export { finishRestore } from './swap';
