import type { ConnectRequest, KeepKey } from '../../shared/connect';
import type { Params } from '../../shared/contract';
import { type ModelPreset, modelPresets } from '../../shared/model-presets';
import type { Language, ModelProvider, ProviderKind } from '../../shared/settings';

/** What the form holds while a person fills it in. */
export interface Draft {
  /** null: it gets one from its address */
  id: string | null;
  /** the service it began from; null: another one */
  preset: string | null;
  kind: ProviderKind;
  name: string;
  baseUrl: string;
  models: string[];
  key: string;
  keep: KeepKey;
}

/** A service to begin with: a known one, what is configured already, or an empty form. */
export function draftFor(which: string | null, request: ConnectRequest): Draft {
  const blank = { key: '', keep: keepByDefault(request) };
  const configured = request.configured.find(({ id }) => id === which);
  if (configured) return { ...blank, ...fromProvider(configured) };
  const preset = modelPresets.find(({ id }) => id === which);
  if (!preset) {
    return { ...blank, id: null, preset: null, kind: 'openai-compatible', name: '', baseUrl: '', models: [] };
  }
  const { kind, baseUrl, models } = preset;
  const found = preset.id === 'ollama' ? request.ollama : null;
  return {
    ...blank,
    id: preset.id,
    preset: preset.id,
    kind,
    name: nameOf(preset, request.language),
    baseUrl: found?.baseUrl ?? baseUrl,
    models: found ? found.models.map(({ id }) => id) : [...models],
  };
}

export function nameOf(preset: ModelPreset, language: Language): string {
  return language === 'zh' ? preset.zh : preset.en;
}

/** The careful choice, unless the operating system keeps keys safe. */
export function keepByDefault({ keychain }: ConnectRequest): KeepKey {
  return keychain ? 'keychain' : 'session';
}

/** The origin an address belongs to; null when it is none that can be asked. */
export function originOf(baseUrl: string): string | null {
  const text = baseUrl.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.origin : null;
}

/** Whether messages and key would travel readable; this computer is no network. */
export function isReadableOnTheWay(baseUrl: string): boolean {
  return originOf(baseUrl)?.startsWith('http:') === true && !isThisComputer(baseUrl);
}

/** A service on this computer usually has no key. */
export function needsKey({ kind, baseUrl }: Pick<Draft, 'kind' | 'baseUrl'>): boolean {
  return kind !== 'ollama' && !isThisComputer(baseUrl);
}

/** What is asked about, as main takes it. Keys are often pasted with a line break. */
export function questionOf(draft: Draft, request: ConnectRequest): Params<'connect.test'> {
  const baseUrl = draft.baseUrl.trim();
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : 'service';
  const taken = request.configured.map(({ id }) => id);
  const key = draft.key.trim();
  return {
    provider: {
      id: draft.id ?? freeId(host, taken),
      kind: draft.kind,
      name: draft.name.trim() || host.slice(0, 80),
      baseUrl,
      models: draft.models.map((id) => ({ id })),
    },
    ...(key && { key }),
  };
}

function fromProvider({ id, kind, name, baseUrl, models }: ModelProvider) {
  const preset = modelPresets.some((known) => known.id === id) ? id : null;
  return { id, preset, kind, name, baseUrl, models: models.map((model) => model.id) };
}

/** From the address, like `llm-school-cn`; with a number when there is one already. */
function freeId(host: string, taken: readonly string[]): string {
  const stem =
    host
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 56) || 'service';
  let id = stem;
  for (let count = 2; taken.includes(id) || id === 'demo'; count++) id = `${stem}-${count}`;
  return id;
}

function isThisComputer(baseUrl: string): boolean {
  const text = baseUrl.trim();
  const host = URL.canParse(text) ? new URL(text).hostname : '';
  return /^(localhost|.*\.localhost|\[::1\]|127(\.\d+){3})$/i.test(host);
}
