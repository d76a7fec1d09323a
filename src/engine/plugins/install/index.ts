export { Installer, type StoredPackage } from './installer';
