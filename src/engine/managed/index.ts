export {
  type ManagedFile,
  type ManagedLocation,
  managedLocation,
  noManagedFile,
  readManagedFile,
} from './managed-file';
