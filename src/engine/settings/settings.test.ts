import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary';
import { SettingsFile } from './settings';

function settingsWith(content: unknown): { file: SettingsFile; written: () => Record<string, unknown> } {
  const folder = temporaryFolder();
  const path = join(folder, 'settings.json');
  writeFileSync(path, JSON.stringify(content));
  return { file: new SettingsFile(folder), written: () => JSON.parse(readFileSync(path, 'utf8')) };
}

const good = {
  id: 'school',
  kind: 'openai-compatible',
  name: '学校',
  baseUrl: 'https://a.example/v1/',
  models: [{ id: 'm' }],
};
const future = { id: 'later', kind: 'telepathy', secretField: 1 };

describe('models in settings.json', () => {
  it('uses what it understands and says why it does not use the rest', () => {
    const { file } = settingsWith({
      models: {
        providers: [
          {
            ...good,
            models: [
              'bare',
              { id: 'm', reasoning: 'high', parameters: { temperature: 9, topP: 0.5 }, contextTokens: 8000 },
              {},
            ],
          },
          future,
          { ...good, id: 'UPPER' },
          { ...good, id: 'creds', baseUrl: 'https://user:pw@a.example/' },
          good,
          'nonsense',
        ],
        default: 'no colon',
        title: 'school:m',
      },
      network: { proxy: { mode: 'manual', url: 'http://user:pw@proxy:1' } },
    });
    expect(file.read().models).toEqual({
      providers: [
        {
          ...good,
          baseUrl: 'https://a.example/v1',
          models: [
            { id: 'bare' },
            { id: 'm', reasoning: 'high', parameters: { topP: 0.5 }, contextTokens: 8000 },
          ],
        },
      ],
      default: null,
      title: 'school:m',
    });
    expect(file.read().network).toEqual({ proxy: { mode: 'system' }, systemCertificates: true });
    expect(file.problems().map(({ path }) => path)).toEqual([
      'models.providers[0].models[1].parameters.temperature',
      'models.providers[0].models[2].id',
      'models.providers[1].kind',
      'models.providers[2].id',
      'models.providers[3].baseUrl',
      'models.providers[4].id',
      'models.providers[5]',
      'models.default',
      'network.proxy.url',
    ]);
    expect(JSON.stringify(file.problems())).not.toContain('pw');
  });

  it('leaves the file as it is when something else changes', () => {
    const models = { providers: [{ ...good, note: 'mine' }, future, 7], default: null, unknown: true };
    const { file, written } = settingsWith({ models, network: { proxy: { mode: 'later' } } });
    file.update((settings) => {
      settings.preferences.theme = 'dark';
    });
    expect(written()).toMatchObject({ models, network: { proxy: { mode: 'later' } } });
  });

  it('keeps what it does not know when models change', () => {
    const models = {
      providers: [{ ...good, note: 'mine' }, { ...good, id: 'old' }, future],
      default: null,
      unknown: true,
    };
    const { file, written } = settingsWith({ models });
    file.update((settings) => {
      settings.models.providers = settings.models.providers.filter(({ id }) => id !== 'old');
      settings.models.default = 'school:m';
    });
    expect(written().models).toEqual({
      providers: [{ ...good, baseUrl: 'https://a.example/v1', note: 'mine' }, future],
      default: 'school:m',
      title: null,
      unknown: true,
    });
  });
});
