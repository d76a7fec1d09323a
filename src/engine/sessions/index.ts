export { Sessions } from './sessions';
