import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.mjs',
      'bench/**/*.test.mjs',
      'plugins-examples/**/*.test.{ts,mjs,js}',
    ],
    exclude: ['**/node_modules/**', 'out/**', 'plugins-examples/dist/**'],
    // Processes, not threads: isolated-vm wants its flag at the start of a process, and tests kill processes.
    pool: 'forks',
    execArgv: ['--no-node-snapshot'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    passWithNoTests: true,
  },
});
