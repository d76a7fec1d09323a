// A window needs a display; where there is none the bench runs again on one of its own.
import { run } from '../scripts/lib/run.mjs';

/** The exit code of the run on another display, or undefined when this one can go on. */
export async function onDisplay() {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return undefined;
  const screen = ['-a', '-s', '-screen 0 1440x960x24'];
  return run('xvfb-run', [...screen, process.execPath, ...process.argv.slice(1)]);
}
