import 'core-js/actual/dom-exception';
import 'core-js/actual/url';
import 'core-js/actual/url-search-params';
import 'core-js/actual/structured-clone';
import 'core-js/actual/atob';
import 'core-js/actual/btoa';
import { TextEncoder } from '@exodus/bytes/encoding-lite.js';
import { installAbort } from './abort';
import { installConsole } from './console';
import { installFetch } from './fetch';
import { installBuffer } from './node-modules/buffer';
import { installTextDecoder } from './text-decoder';
import { installTimers } from './timers';

/** The globals existing plugins expect (S20) that need nothing from outside; the rest is added by boot. */
export function installWebGlobals() {
  define('TextEncoder', TextEncoder);
  const openTextDecoder = installTextDecoder(define);
  define('queueMicrotask', function queueMicrotask(callback: () => void) {
    if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be a function');
    void Promise.resolve()
      .then(callback)
      .catch((error) => console.error('Uncaught', error));
  });
  const openConsole = installConsole(define);
  const openTimers = installTimers(define);
  installAbort(define);
  installFetch(define);
  define('Buffer', installBuffer());
  define('global', globalThis);
  return { openConsole, openTimers, openTextDecoder };
}

/** For boot: what the prelude does before may have been done when the snapshot was made. */
export function startClock(): void {
  const began = Date.now();
  define('performance', { now: () => Date.now() - began, timeOrigin: began });
}

/** Like a browser's own: replaceable, not listed. */
export function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}
