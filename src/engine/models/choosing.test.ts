import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { modelsWith } from '../../../fixtures/models';
import type { ModelSettings } from '../../shared/settings';
import { environmentSecrets, type ModelChoice } from '.';

const none: ModelSettings = { providers: [], default: null, title: null };
const school: ModelSettings = {
  providers: [
    {
      id: 'school',
      kind: 'openai-compatible',
      name: '学校',
      baseUrl: 'https://models.school.invalid/v1',
      models: [{ id: 'qwen2.5:7b', name: 'Qwen', reasoning: 'high' }, { id: 'other' }],
    },
  ],
  default: 'school:qwen2.5:7b',
  title: 'school:other',
};

function models(env: NodeJS.ProcessEnv = {}, settings = none, choice: ModelChoice = {}) {
  return modelsWith({ env, models: settings, secrets: environmentSecrets(env, choice) });
}

describe('choosing a model', () => {
  test.each<[string, ModelChoice, ModelSettings, NodeJS.ProcessEnv, string]>([
    ['nothing at all', {}, none, {}, 'demo'],
    ['an option before everything', { model: 'demo' }, school, { SECAGENT_MODEL: 'm' }, 'demo'],
    [
      'an address as an option',
      { baseUrl: 'http://127.0.0.1:1/v1', model: 'm' },
      school,
      {},
      'openai-compatible:m',
    ],
    [
      'settings before the environment',
      {},
      school,
      { OPENAI_API_KEY: 'k', SECAGENT_MODEL: 'openai:x' },
      'school:qwen2.5:7b',
    ],
    [
      'the environment',
      {},
      none,
      { SECAGENT_BASE_URL: 'http://127.0.0.1:1/v1', SECAGENT_MODEL: 'qwen2.5:7b' },
      'openai-compatible:qwen2.5:7b',
    ],
    ['a key of a known service', {}, none, { DEEPSEEK_API_KEY: 'k' }, 'deepseek:deepseek-chat'],
    [
      'a bare name with a known key',
      { model: 'some-model' },
      none,
      { ANTHROPIC_API_KEY: 'k' },
      'anthropic:some-model',
    ],
    ['a bare name somebody lists', { model: 'other' }, school, {}, 'school:other'],
    ['a known service', { model: 'google:gemini-x' }, none, {}, 'google:gemini-x'],
    ['the other dialect of OpenAI', { model: 'openai-chat:gpt' }, none, {}, 'openai-chat:gpt'],
    ['the first one configured', {}, { ...school, default: null }, {}, 'school:qwen2.5:7b'],
  ])('%s', (_, choice, settings, env, id) => {
    expect(models(env, settings).choose(choice).info.id).toBe(id);
  });

  it('a default that is gone is an error, never another model', () => {
    expect(() => models({}, { ...none, default: 'gone:m' }).choose()).toThrow(
      expect.objectContaining({ code: 'model_unknown' }),
    );
  });

  it('a configured provider without a key is an error that says so, never the demo (S25)', async () => {
    const chosen = models({}, school).choose();
    expect(chosen.info).toEqual({ id: 'school:qwen2.5:7b', label: 'Qwen', demo: false });
    await expect(chosen.load()).rejects.toMatchObject({ code: 'model_key_missing' });
  });

  it('takes the effort of the model unless the message has one, and the title model', () => {
    expect(models({}, school).choose().reasoning).toBe('high');
    expect(models({}, school).choose({ reasoning: 'none' }).reasoning).toBe('none');
    expect(models({}, school).titleModel()?.info.id).toBe('school:other');
    expect(models({}, none).titleModel()).toBeNull();
  });
});

describe('keys of the environment', () => {
  test.each<[NodeJS.ProcessEnv, ModelChoice, string, string | null]>([
    [{ OPENAI_API_KEY: 'o' }, {}, 'https://api.openai.com', 'o'],
    [{ OPENAI_API_KEY: 'o' }, {}, 'https://models.example', null],
    [{ GEMINI_API_KEY: 'g' }, {}, 'https://generativelanguage.googleapis.com', 'g'],
    [{ SECAGENT_API_KEY: 's' }, { baseUrl: 'https://a.example/v1' }, 'https://a.example', 's'],
    [{ SECAGENT_API_KEY: 's', SECAGENT_BASE_URL: 'https://a.example/v1' }, {}, 'https://a.example', 's'],
    // Set for one address, it is not sent to another one given with the command.
    [
      { SECAGENT_API_KEY: 's', SECAGENT_BASE_URL: 'https://a.example' },
      { baseUrl: 'https://b.example' },
      'https://b.example',
      null,
    ],
    [{ SECAGENT_API_KEY: 's' }, {}, 'https://api.openai.com', null],
    [{ SECAGENT_API_KEY: 's' }, { baseUrl: 'https://a.example' }, 'http://a.example', null],
  ])('%j %j %s → %s', async (env, choice, origin, key) => {
    expect(await environmentSecrets(env, choice).get(origin)).toBe(key);
  });
});

describe('listing', () => {
  it('what is configured, Ollama as it runs here, and the demo', async () => {
    const server = createServer((request, response) => {
      response.end(
        request.url === '/api/tags' ? '{"models":[{"name":"qwen3:8b"},{"name":"llama3.2:latest"}]}' : '',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const env = { OLLAMA_HOST: `0.0.0.0:${port}` };
    const listed = await models(env, school).list();
    expect(listed).toEqual([
      {
        id: 'school:qwen2.5:7b',
        label: 'Qwen',
        demo: false,
        provider: '学校',
        hasKey: false,
        reasoning: 'high',
        current: true,
      },
      {
        id: 'school:other',
        label: 'other',
        demo: false,
        provider: '学校',
        hasKey: false,
        reasoning: null,
        current: false,
      },
      {
        id: 'ollama:qwen3:8b',
        label: 'qwen3:8b',
        demo: false,
        provider: 'Ollama',
        hasKey: true,
        reasoning: null,
        current: false,
      },
      {
        id: 'ollama:llama3.2:latest',
        label: 'llama3.2:latest',
        demo: false,
        provider: 'Ollama',
        hasKey: true,
        reasoning: null,
        current: false,
      },
      {
        id: 'demo',
        label: 'Demo',
        demo: true,
        provider: null,
        hasKey: true,
        reasoning: null,
        current: false,
      },
    ]);
    expect(models(env).choose({ model: 'ollama:qwen3:8b' }).info.id).toBe('ollama:qwen3:8b');
  });

  it("looks for Ollama on this computer only, and does not mind when it isn't there", async () => {
    expect(await models({ OLLAMA_HOST: '127.0.0.1:2' }).findOllama()).toBeNull();
    const { ollamaAt } = await import('./ollama');
    const address = (OLLAMA_HOST: string) => ollamaAt({ OLLAMA_HOST }).baseUrl;
    expect(address('')).toBe('http://127.0.0.1:11434/v1');
    expect(address(':1234')).toBe('http://127.0.0.1:1234/v1');
    expect(address('http://localhost:99')).toBe('http://localhost:99/v1');
    expect(address('gpu.school.example:11434')).toBe('http://127.0.0.1:11434/v1');
  });
});
