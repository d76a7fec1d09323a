import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { Engine } from '../../engine';
import { SecAgentError, toErrorInfo } from '../../shared/errors';
import { plainText } from '../../shared/visible-text';
import { action } from '../action';
import { withEngine } from '../open-engine';
import { sessionMarkdown } from '../session-markdown';
import { showSummary } from '../show-summary';
import { turnPrinter } from '../show-turn';
import { showError, type Terminal } from '../terminal';

/** ms the summary waits for plugins, so that it counts their tools; the chat itself does not need them. */
const SUMMARY_WAIT_MS = 2_000;

export function addChatCommand(program: Command): void {
  program
    .command('chat')
    .description('chat in the terminal')
    .option('--session <id>', 'go on with this session')
    .option('--model <provider:model>', 'model to use, or "demo"')
    .option('--base-url <url>', 'address of an OpenAI-compatible server')
    .action(
      action((terminal, options: { session?: string; model?: string; baseUrl?: string }) => {
        if (terminal.options.json)
          throw new SecAgentError('usage', 'chat is for people; use run with --json');
        return withEngine(terminal.options, { ...options, runs: () => true }, (engine) =>
          chat(terminal, engine, options.session),
        );
      }),
    );
}

async function chat(terminal: Terminal, engine: Engine, wanted: string | undefined): Promise<void> {
  // Made with the first message: looking in leaves no empty session behind.
  let sessionId = wanted === undefined ? null : engine.sessions.summary(wanted).id;
  const printer = turnPrinter(terminal, (piece) => void process.stdout.write(plainText(piece)));
  engine.on('turn.event', ({ event }) => printer(event));
  const { model } = engine.status();
  terminal.note(terminal.t.chatWelcome(model.demo ? terminal.t.demoModel : model.label));
  await engine.hosts.whenSettled(SUMMARY_WAIT_MS);
  showSummary(terminal, engine);
  const reader = createInterface({ input: process.stdin, output: process.stderr, prompt: '> ' });
  let answering = false;
  // Piped input ends before its last line is answered.
  let open = true;
  reader.once('close', () => {
    open = false;
  });
  // Ctrl-C stops an answer; at the prompt it ends the chat.
  reader.on('SIGINT', () => {
    if (answering && sessionId) void engine.agent.stop(sessionId);
    else reader.close();
  });
  reader.prompt();
  for await (const line of reader) {
    const text = line.trim();
    if (text === 'exit') break;
    try {
      answering = true;
      // What begins with a slash is the engine's to understand, as in the window (H9).
      if (text.startsWith(':')) sessionId = command(terminal, engine, text, sessionId);
      else if (text) {
        sessionId ??= engine.createSession().id;
        await answer(terminal, engine, sessionId, text);
      }
    } catch (error) {
      showError(terminal, toErrorInfo(error));
    } finally {
      answering = false;
    }
    if (open) reader.prompt();
  }
  reader.close();
}

async function answer(terminal: Terminal, engine: Engine, sessionId: string, text: string): Promise<void> {
  const result = await engine.agent.send(sessionId, text, () => engine.model());
  if (result.error) showError(terminal, result.error);
}

/** Returns the session the chat goes on with. */
function command(terminal: Terminal, engine: Engine, text: string, sessionId: string | null): string | null {
  const [name, argument] = text.split(/\s+/, 2);
  if (name === ':history') {
    if (sessionId) terminal.print(sessionMarkdown(engine.sessions.show(sessionId)));
    else terminal.note(terminal.t.noMessages);
    return sessionId;
  }
  if (name === ':use' && argument) {
    const { id } = engine.sessions.summary(argument);
    terminal.note(terminal.t.sessionNow(id));
    return id;
  }
  terminal.note(terminal.t.unknownCommand(text));
  return sessionId;
}
