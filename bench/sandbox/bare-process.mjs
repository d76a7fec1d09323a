// What every plugin's process has to be at least, started with the same flags: Node, isolated-vm and an isolate. It sends
// back each frame it gets, and for an empty one the last that was not.
import ivm from 'isolated-vm';
import { frames, textOf } from './frames.mjs';

globalThis.context = new ivm.Isolate({ memoryLimit: 128 }).createContextSync();
let last;
process.stdin.on(
  'data',
  frames((frame) => {
    if (textOf(frame) !== '') last = frame;
    process.stdout.write(last);
  }),
);
