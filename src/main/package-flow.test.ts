import { expect, test } from 'vitest';
import type { EventName } from '../shared/contract';
import { SecAgentError } from '../shared/errors';
import type { PluginSummary } from '../shared/plugins';
import type { Choice } from './consent-window';
import { createPackageFlow, type PackageFlowPorts } from './package-flow';

/** The flow with an engine and a consent view that write down what they were asked. */
function flow(answers: (Choice | Error)[], plugin: Partial<PluginSummary> = { enabled: true, error: null }) {
  const log: string[] = [];
  let open = 0;
  const request = async (
    method: string,
    params: { path?: string; candidateId?: string; enable?: boolean },
  ) => {
    log.push(
      `${method} ${params.path ?? params.candidateId ?? ''}${params.enable === undefined ? '' : ` enable=${params.enable}`}`,
    );
    if (params.path?.endsWith('.txt')) throw new SecAgentError('package_not_a_zip', 'not a zip');
    if (method === 'packages.stage')
      return { candidateId: `c${params.path}`, id: 'a', name: 'A', version: '1' };
    if (method === 'plugins.show')
      return { id: 'a', name: 'A', version: '1', enabled: false, source: { digest: 'd' } };
    return plugin;
  };
  const ask = async (): Promise<Choice> => {
    expect(++open, 'questions open at once').toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    open--;
    const answer = answers.shift() ?? 'cancel';
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const emit = (event: EventName, payload: unknown) => {
    const { outcome, error } = payload as { outcome?: string; error?: { code: string } };
    log.push(`> ${event} ${[outcome, error?.code].filter(Boolean).join(' ')}`.trim());
  };
  return { log, ...createPackageFlow({ request, ask, emit } as unknown as PackageFlowPorts) };
}

test('install, enable and cancel, one question after the other', async () => {
  const { log, open } = flow(['install', 'enable', 'cancel']);
  await open(['/1.zip', '/2.zip', '/3.zip']);
  expect(log).toEqual([
    '> packages.opening',
    'packages.stage /1.zip',
    'packages.commit c/1.zip enable=false',
    '> packages.decided installed',
    '> packages.opening',
    'packages.stage /2.zip',
    'packages.commit c/2.zip enable=true',
    '> packages.decided enabled',
    '> packages.opening',
    'packages.stage /3.zip',
    'packages.discard c/3.zip',
    '> packages.decided cancelled',
  ]);
});

test('a refused file does not hold up the next; a relative path is never staged', async () => {
  const { log, open } = flow(['install']);
  await open(['/a.txt', 'relative.zip', '/b.zip']);
  expect(log.filter((line) => line.startsWith('>') && !line.includes('opening'))).toEqual([
    '> packages.refused package_not_a_zip',
    '> packages.refused invalid_argument',
    '> packages.decided installed',
  ]);
  expect(log).not.toContain('packages.stage relative.zip');
});

test('enabling needs the answer "enable"', async () => {
  const refused = flow(['cancel']);
  await refused.requestEnable('a');
  expect(refused.log).not.toContain('plugins.enable');
  const agreed = flow(['enable']);
  await agreed.requestEnable('a');
  expect(agreed.log.some((line) => line.startsWith('plugins.enable'))).toBe(true);
});

test('a question that could not be shown grants nothing, says so, and does not hold up the next', async () => {
  const unusable = new SecAgentError('consent_failed', 'the consent page does not respond');
  const { log, open, requestEnable } = flow([unusable, 'install', unusable]);
  await open(['/1.zip', '/2.zip']);
  expect(log).toEqual([
    '> packages.opening',
    'packages.stage /1.zip',
    'packages.discard c/1.zip',
    '> packages.refused consent_failed',
    '> packages.opening',
    'packages.stage /2.zip',
    'packages.commit c/2.zip enable=false',
    '> packages.decided installed',
  ]);
  await expect(requestEnable('a')).rejects.toMatchObject({ code: 'consent_failed' });
  expect(log.some((line) => line.startsWith('plugins.enable'))).toBe(false);
});

test('a plugin that could not be started is not reported as on', async () => {
  const error = { code: 'plugin_load_failed' as const, message: 'it threw' };
  const { log, open, requestEnable } = flow(['enable', 'enable'], { enabled: false, error });
  await open(['/1.zip']);
  expect(log.at(-1)).toBe('> packages.decided failed plugin_load_failed');
  await requestEnable('a');
  expect(log.at(-1)).toBe('> packages.decided failed plugin_load_failed');
});

test('a page that asks without end gets an error', async () => {
  const { open } = flow([]);
  const many = Array.from({ length: 61 }, (_, at) => `/${at}.zip`);
  await expect(open(many)).rejects.toMatchObject({ code: 'quota_exceeded' });
});
