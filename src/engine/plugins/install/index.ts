export { Installer } from './installer';
