// `node --no-node-snapshot scripts/build/snapshot.mjs SCRIPT FILE`: FILE becomes a V8 snapshot of an isolate that has
// evaluated SCRIPT. A process of its own, on the Node that will read it: V8 ends the process over some scripts.
import { readFileSync } from 'node:fs';
import ivm from 'isolated-vm';
import { writeSnapshot } from '../../src/plugin-host/prelude-snapshot.ts';

const [script, file] = process.argv.slice(2);
const copy = ivm.Isolate.createSnapshot([
  { code: readFileSync(script, 'utf8'), filename: 'secagent:prelude' },
]);
writeSnapshot(file, copy.copy({ transferIn: true }));
