declare module 'whatwg-fetch' {
  export const Headers: typeof globalThis.Headers;
  export type Headers = globalThis.Headers;
}
declare module 'core-js/actual/*';
declare module 'path-browserify' {
  const path: {
    resolve(...parts: string[]): string;
    join(...parts: string[]): string;
    relative(from: string, to: string): string;
  };
  export default path;
}
