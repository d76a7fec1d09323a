// main, preload and renderer, with electron-vite.
import { build } from 'electron-vite';
import { at } from '../lib/terminal.mjs';

export async function buildDesktop() {
  process.env.NODE_ENV = 'production';
  await build({ root: at(), configFile: at('electron.vite.config.ts'), logLevel: 'warn' });
}
