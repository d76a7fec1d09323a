declare module 'whatwg-fetch' {
  export const Headers: typeof globalThis.Headers;
  export type Headers = globalThis.Headers;
}
declare module 'core-js/actual/*';
