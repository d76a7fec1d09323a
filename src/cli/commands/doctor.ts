import type { Command } from 'commander';
import { examine } from '../../engine';
import type { Check } from '../../shared/checks';
import { errorTexts } from '../../shared/texts/errors';
import { action } from '../action';
import { exitCodes, type Terminal } from '../terminal';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look for what could keep SecAgent from working')
    .action(
      action(async (terminal) => {
        const { home, workspace } = terminal.options;
        printChecks(terminal, await examine({ home, workspace }));
      }),
    );
}

/** What was looked at; a failed check fails the command, and with --json still lists the others. */
export function printChecks(terminal: Terminal, checks: Check[], more: Record<string, unknown> = {}): void {
  const failed = checks.filter(({ status }) => status === 'error').map(({ name }) => name);
  if (failed.length > 0) process.exitCode = exitCodes.failed;
  if (terminal.options.json) {
    const message = `${failed.join(', ')} did not pass`;
    const error = { code: 'check_failed', message, details: { failed } };
    return terminal.json({ ...more, checks, ...(failed.length > 0 && { ok: false, error }) });
  }
  const marks = { ok: '✓', warning: '!', error: '✗' };
  for (const { name, status, message } of checks) terminal.print(`${marks[status]} ${name}: ${message}`);
  if (failed.length > 0) terminal.note(errorTexts[terminal.language].check_failed);
}
