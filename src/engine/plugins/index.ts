export { folderName, idOfFolder } from './folder-name';
export { type PackageDescription, readPackage } from './formats';
export {
  collisionKey,
  entrySegments,
  isClutter,
  type PackageFile,
  readZip,
  writeFiles,
  type ZipLimits,
} from './install';
export { Plugins } from './plugins';
export { PluginRecords } from './registry';
export type { PackageReport } from './validate-package';
