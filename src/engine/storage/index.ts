export { writeFileAtomic } from './atomic-file';
export { recordAudit } from './audit';
export { openDatabase, transaction } from './database';
export { migrations } from './migrations';
