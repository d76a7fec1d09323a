import type { Command } from 'commander';
import type { Check } from '../../shared/checks';
import { action } from '../action';
import { withEngine } from '../open-engine';
import { printChecks } from './doctor';

export function addModelCommands(program: Command): void {
  const models = program.command('models').description('models that can answer');
  models
    .command('list')
    .description('all of them, and which have a key')
    .action(
      action((terminal) =>
        withEngine(terminal.options, {}, async (engine) => {
          const listed = await engine.models.list();
          const checks = listed.map(
            ({ id, label, hasKey, current }): Check => ({
              name: id,
              status: hasKey ? 'ok' : 'warning',
              message: [label, ...(current ? ['current'] : []), ...(hasKey ? [] : ['no key'])].join(', '),
            }),
          );
          printChecks(terminal, checks, { models: listed });
        }),
      ),
    );
  models
    .command('test')
    .description('ask the current model, or another, for one word')
    .option('--model <provider:model>', 'model to test')
    .option('--base-url <url>', 'address of an OpenAI-compatible server')
    .action(
      action((terminal, { model, baseUrl }: { model?: string; baseUrl?: string }) =>
        withEngine(terminal.options, { model, baseUrl }, async ({ models: known }) => {
          const choice = { model, baseUrl };
          const { id } = known.choose(choice).info;
          const provider = known.provider(choice);
          const result = provider
            ? await known.testConnection({ provider, model: id.slice(id.indexOf(':') + 1) })
            : { ok: true as const, ms: 0 };
          const check: Check = result.ok
            ? { name: id, status: 'ok', message: provider ? `answered in ${result.ms} ms` : 'built-in demo' }
            : { name: id, status: 'error', message: `${result.problem}: ${result.error.message}` };
          printChecks(terminal, [check]);
        }),
      ),
    );
}
