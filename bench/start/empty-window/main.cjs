// The least an Electron app can be: one window of the app's size with an empty page, shown when it is painted.
const { app, BrowserWindow } = require('electron');
const { join } = require('node:path');

app.setPath('userData', process.env.SECAGENT_BENCH_PROFILE);

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1180, height: 780, show: false });
  window.once('ready-to-show', () => window.show());
  void window.loadFile(join(__dirname, 'index.html'));
});

app.on('window-all-closed', () => app.quit());
