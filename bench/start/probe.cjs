// Loaded into Electron's main process ahead of the app (`-r`), the same for both windows: says over the process's
// channel when each mark was reached, and quits when told to. No debugger is attached, so none is measured.
const { app } = require('electron');

const reached = (mark) => process.send({ mark });

reached('main process runs');
app.whenReady().then(() => reached('Electron ready'));
process.on('message', (message) => {
  if (message === 'quit') app.quit();
});
// The bench is gone: nobody else would end this window.
process.on('disconnect', () => app.quit());

app.once('web-contents-created', (_event, contents) => {
  reached('window made');
  contents.once('dom-ready', async () => {
    reached('page read');
    try {
      // Not `contents.executeJavaScript`: that one waits until the page has finished loading.
      for (const step of STEPS[process.env.SECAGENT_BENCH_MOMENT]) {
        await contents.mainFrame.executeJavaScript(`(${step.wait})()`);
        if (step.mark) reached(step.mark);
      }
      await shown(contents.getOwnerBrowserWindow());
      reached('usable');
    } catch (error) {
      process.send({ error: error.message });
    }
  });
});

function shown(window) {
  return window.isVisible() ? undefined : new Promise((resolve) => window.once('show', resolve));
}

// These two run in the page. The empty one is usable when it is painted, the app when its composer takes text, the
// engine has answered, and that is painted.
const STEPS = {
  page: [{ wait: painted }],
  composer: [
    { wait: composerEditable, mark: 'composer takes text' },
    { wait: engineAnswered, mark: 'engine answered' },
    { wait: painted },
  ],
};

function painted() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function composerEditable() {
  const editable = () => {
    const composer = document.getElementById('composer');
    return composer && !composer.disabled && !composer.readOnly && composer.getClientRects().length > 0;
  };
  return new Promise((resolve) => {
    const look = () => (editable() ? resolve() : setTimeout(look, 2));
    look();
  });
}

async function engineAnswered() {
  const answer = await window.secagent.call('engine.status', {});
  if (!answer.ok) throw new Error(answer.error.message);
}
