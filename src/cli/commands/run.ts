import { type Command, Option } from 'commander';
import { fromErrorInfo, SecAgentError } from '../../shared/errors';
import { plainText } from '../../shared/visible-text';
import { action } from '../action';
import { type EngineNeeds, withEngine } from '../open-engine';
import { showSummary } from '../show-summary';
import { turnPrinter } from '../show-turn';

interface RunOptions {
  session?: string;
  model?: string;
  baseUrl?: string;
  reasoning?: EngineNeeds['reasoning'];
  tools?: 'default' | 'minimal';
}

/** ms the command waits for plugins to start. */
const START_WAIT_MS = 15_000;

export function addRunCommand(program: Command): void {
  program
    .command('run <text>')
    .description('answer one message')
    .option('--session <id>', 'go on with this session')
    .option('--model <provider:model>', 'model to use, or "demo"')
    .option('--base-url <url>', 'address of an OpenAI-compatible server')
    .addOption(
      new Option('--reasoning <effort>', 'how much the model thinks first').choices([
        'none',
        'low',
        'medium',
        'high',
      ]),
    )
    .addOption(new Option('--tools <set>', '"minimal" runs no plugins').choices(['default', 'minimal']))
    .action(
      action(async (terminal, text: string, options: RunOptions) => {
        if (!text.trim()) throw new SecAgentError('usage', 'the message is empty');
        const needs = { ...options, runs: () => options.tools !== 'minimal' };
        await withEngine(terminal.options, needs, async (engine) => {
          const sessionId = options.session ?? engine.createSession().id;
          engine.sessions.summary(sessionId);
          engine.on('turn.event', ({ event }) => {
            if (!terminal.options.json) printer(event);
          });
          // A person waits for a slow start rather than miss a rule.
          await engine.hosts.whenSettled(START_WAIT_MS);
          showSummary(terminal, engine);
          const printer = turnPrinter(terminal, (piece) => void process.stdout.write(plainText(piece)));
          const interrupt = () => void engine.agent.stop(sessionId);
          process.once('SIGINT', interrupt);
          const result = await engine.agent.send(sessionId, text, () => engine.model());
          process.off('SIGINT', interrupt);
          if (result.status === 'stopped') throw new SecAgentError('stopped', 'stopped', { sessionId });
          if (result.error)
            throw fromErrorInfo({ ...result.error, details: { ...result.error.details, sessionId } });
          if (terminal.options.json) terminal.json({ sessionId, reply: result.reply, turn: result.turn });
        });
      }),
    );
}
