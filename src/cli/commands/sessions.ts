import { type Command, Option } from 'commander';
import type { SessionSummary } from '../../shared/sessions';
import { action } from '../action';
import { withEngine } from '../open-engine';
import { sessionMarkdown } from '../session-markdown';
import type { Terminal } from '../terminal';

export function addSessionCommands(program: Command): void {
  const sessions = program.command('sessions').description('sessions, shared with the window');
  sessions
    .command('list')
    .description('all sessions, newest first')
    .action(
      action((terminal) =>
        withEngine(terminal.options, {}, (engine) => printList(terminal, engine.sessions.list())),
      ),
    );
  sessions
    .command('search <text>')
    .description('sessions whose title or text contains it')
    .action(
      action((terminal, text: string) =>
        withEngine(terminal.options, {}, (engine) => printList(terminal, engine.sessions.list(text))),
      ),
    );
  sessions
    .command('show <id>')
    .description('one session')
    .action(
      action((terminal, id: string) =>
        withEngine(terminal.options, {}, (engine) => {
          const session = engine.sessions.show(id);
          if (terminal.options.json) terminal.json({ session });
          else terminal.print(sessionMarkdown(session));
        }),
      ),
    );
  sessions
    .command('export <id>')
    .description('one session as Markdown or JSON')
    .addOption(new Option('--format <format>', 'md or json').choices(['md', 'json']).default('md'))
    .action(
      action((terminal, id: string, { format }: { format: 'md' | 'json' }) =>
        withEngine(terminal.options, {}, (engine) => {
          const session = engine.sessions.show(id);
          const text = format === 'md' ? sessionMarkdown(session) : JSON.stringify(session, null, 2);
          if (terminal.options.json) terminal.json({ session: format === 'md' ? text : session });
          else terminal.print(text);
        }),
      ),
    );
  sessions
    .command('delete <id>')
    .description('delete one session')
    .action(
      action((terminal, id: string) =>
        withEngine(terminal.options, {}, (engine) => {
          const session = engine.sessions.summary(id);
          engine.sessions.delete(id);
          if (terminal.options.json) terminal.json({ session });
          else terminal.print(terminal.t.deleted(id));
        }),
      ),
    );
}

function printList(terminal: Terminal, sessions: SessionSummary[]): void {
  if (terminal.options.json) return terminal.json({ sessions });
  if (sessions.length === 0) terminal.note(terminal.t.noSessions);
  for (const session of sessions) {
    terminal.print(`${session.id}  ${new Date(session.updatedAt).toLocaleString()}  ${session.title}`);
  }
}
