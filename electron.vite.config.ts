import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const from = (path: string): string => resolve(import.meta.dirname, path);

// The targets are explicit and old: the same bundle has to run on every Electron the set-up may have put in place.
const MAIN_TARGET = 'node20.18';
const RENDERER_TARGET = 'chrome130';

export default defineConfig({
  main: {
    build: {
      target: MAIN_TARGET,
      outDir: from('out/main'),
      sourcemap: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: from('src/main/index.ts') },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  },
  preload: {
    build: {
      target: MAIN_TARGET,
      outDir: from('out/preload'),
      sourcemap: true,
      // A sandboxed preload can require nothing but `electron`: one CommonJS file each, everything inside.
      externalizeDeps: false,
      isolatedEntries: true,
      rolldownOptions: {
        input: {
          chat: from('src/preload/chat.ts'),
          consent: from('src/preload/consent.ts'),
          connect: from('src/preload/connect.ts'),
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: from('src/renderer'),
    plugins: [react(), tailwindcss()],
    build: {
      target: RENDERER_TARGET,
      outDir: from('out/renderer'),
      emptyOutDir: true,
      minify: true,
      sourcemap: true,
      rolldownOptions: {
        // Tailwind generates its style sheet without a map; nobody debugs that one.
        onwarn: (warning, warn) => {
          if (warning.code !== 'SOURCEMAP_BROKEN') warn(warning);
        },
        input: {
          index: from('src/renderer/index.html'),
          consent: from('src/renderer/consent.html'),
          connect: from('src/renderer/connect.html'),
        },
      },
    },
  },
});
