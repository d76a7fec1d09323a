export { collisionKey, entrySegments, isClutter } from './entry-names';
export { Installer } from './installer';
export { type PackageFile, readZip, type ZipLimits } from './read-zip';
export { createStagingFolder, treeDigest, writeFiles } from './staging';
