#!/usr/bin/env node
import { ensureOwnNode } from './own-node';

// Before anything else is loaded: the engine needs the Node this project brings (node:sqlite, --permission).
if (ensureOwnNode()) {
  const { runCommandLine } = await import('./program');
  await runCommandLine(process.argv);
}
