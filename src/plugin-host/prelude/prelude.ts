import { apiLimits } from '../../plugin-api/limits';
import { tokenBucket } from '../../shared/token-bucket';
import type { BootData, ToGuest } from '../guest-protocol';
import { makeApi } from './api';
import { openCalls } from './calls';
import { type HostFunctions, openChannel } from './channel';
import { pluginError } from './errors';
import { fixBuffers } from './fixed-buffers';
import { parse } from './intrinsics';
import { openLoader } from './modules';
import { nodeModules } from './node-modules';
import { openPackage, type ReadFile } from './package-reader';
import { makeProcess } from './process';
import { makeCrypto } from './random';
import type { DecodeText } from './text-decoder';
import { define, installWebGlobals, startClock } from './web-globals';

/**
 * The first script of every isolate, which usually starts from a snapshot of what this has left behind (prelude-snapshot.ts).
 * So nothing out here may read the clock or be a secret: that belongs into boot, the one function that stays, and which
 * the process takes away before the plugin's code runs.
 */
const { openConsole, openTimers, openTextDecoder } = installWebGlobals();

interface Host extends HostFunctions {
  randomBytes(count: number): ArrayBuffer;
  readFile: ReadFile;
  decodeText: DecodeText;
}

/** Closes everything over the host's functions and returns the one way in. */
function boot(host: Host, bootJson: string) {
  // These escape the heap limit (DESIGN §6). They come back with a snapshot, so they are removed on every start.
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics'])
    delete (globalThis as Record<string, unknown>)[name];
  fixBuffers();

  startClock();
  const data = parse(bootJson) as BootData;
  const channel = openChannel(host, data);
  const timers = openTimers(channel);
  openConsole(rateLimited(channel.log));
  define('crypto', makeCrypto(host.randomBytes));
  openTextDecoder(host.decodeText);
  define('process', makeProcess(data.env));
  const { api, registered, takeConfig } = makeApi(channel, data);
  define('fetch', api.fetch);

  const loader = openLoader(channel, nodeModules(openPackage(channel, host.readFile)));
  // Taken and removed by the process's loader module.
  define('$loader', { bind: loader.bind, done: loader.done, nodeModules: loader.nodeModules });

  let disposer: unknown;
  const calls = openCalls(channel, {
    pluginId: data.plugin.id,
    registered,
    async activate() {
      const { activate } = loader.main();
      if (typeof activate !== 'function')
        throw pluginError('plugin_load_failed', 'the export "activate" is no function');
      disposer = await activate(api);
      return null;
    },
    async dispose() {
      try {
        if (typeof disposer === 'function') await disposer();
        else if (typeof disposer === 'object' && disposer !== null) await disposeOf(disposer);
      } finally {
        timers.clear();
      }
      return null;
    },
  });

  return Object.freeze(function dispatch(json: string, bytes: ArrayBuffer | undefined): void {
    timers.beginTurn();
    const message = parse(json) as ToGuest;
    if (message.t === 'call') calls.start(message.id, message.kind, message.params, message.announce);
    else if (message.t === 'reply') channel.onReply(message.id, message, bytes);
    else if (message.t === 'wake') timers.fire();
    else if (message.t === 'credit') {
      channel.onCredit(message.bytes);
      timers.beginTurn(); // what could not be paid for before
    } else if (message.t === 'abort') calls.abort(message.id);
    else if (message.t === 'config') takeConfig(message.config);
  });
}

/** `Symbol.dispose`, `Symbol.asyncDispose` and `{dispose()}` are disposers too. */
async function disposeOf(value: object): Promise<void> {
  const disposable = value as {
    [Symbol.asyncDispose]?: unknown;
    [Symbol.dispose]?: unknown;
    dispose?: unknown;
  };
  const dispose = disposable[Symbol.asyncDispose] ?? disposable[Symbol.dispose] ?? disposable.dispose;
  if (typeof dispose === 'function') await dispose.call(value);
}

/** A loop that logs costs nothing outside the isolate beyond the rate the log keeps anyway (ATTACKS 6). */
function rateLimited(log: (level: string, text: string) => boolean): (level: string, text: string) => void {
  const allows = tokenBucket(apiLimits.logLinesPerSecond, apiLimits.logLinesPerSecond * 2);
  let dropped = 0;
  return (level, text) => {
    if (!allows()) return void dropped++;
    const note = `… ${dropped} lines were dropped: more than ${apiLimits.logLinesPerSecond} lines per second`;
    if (dropped > 0 && log('warn', note)) dropped = 0;
    if (!log(level, text)) dropped++;
  };
}

define('$boot', boot);
