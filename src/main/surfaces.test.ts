import { EventEmitter } from 'node:events';
import type { WebContents, WebFrameMain } from 'electron';
import { expect, test } from 'vitest';
import { registerSurface, surfaceOf } from './surfaces';

// Stand-ins for what only a running Electron has; e2e/security/19-ipc.spec.ts asks the real one.
function windowAt(url: string) {
  const mainFrame = { url, parent: null } as unknown as WebFrameMain;
  const contents = Object.assign(new EventEmitter(), { mainFrame }) as unknown as WebContents;
  return { contents, mainFrame };
}

test('the top frame of a registered window showing the app has its surface', () => {
  const { contents, mainFrame } = windowAt('app://secagent/index.html');
  registerSurface(contents, 'chat');
  expect(surfaceOf(contents, mainFrame)).toBe('chat');
});

test('a subframe, another top frame and a frame that is gone have none', () => {
  const { contents, mainFrame } = windowAt('app://secagent/index.html');
  registerSurface(contents, 'chat');
  expect(surfaceOf(contents, { ...mainFrame, parent: mainFrame } as WebFrameMain)).toBeNull();
  expect(surfaceOf(contents, windowAt('app://secagent/index.html').mainFrame)).toBeNull();
  expect(surfaceOf(contents, null)).toBeNull();
});

test.each(['', 'about:blank', 'https://secagent/', 'app://secagent.evil/index.html', 'file:///index.html'])(
  'a registered window at "%s" has none',
  (url) => {
    const { contents, mainFrame } = windowAt(url);
    registerSurface(contents, 'chat');
    expect(surfaceOf(contents, mainFrame)).toBeNull();
  },
);

test('an unregistered or destroyed window has none', () => {
  const { contents, mainFrame } = windowAt('app://secagent/index.html');
  expect(surfaceOf(contents, mainFrame)).toBeNull();
  registerSurface(contents, 'chat');
  (contents as unknown as EventEmitter).emit('destroyed');
  expect(surfaceOf(contents, mainFrame)).toBeNull();
});
