import { create } from 'zustand';
import type { Params } from '../../shared/contract';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import type { ConnectionTest, ListedModel, ModelList, Reasoning } from '../../shared/settings';
import { call } from './call';
import { refreshStatus } from './engine';

interface Models {
  /** null until it was read once */
  list: ModelList | null;
  loadError: ErrorInfo | null;
  /** why the last change did not work */
  actionError: ErrorInfo | null;
  /** by the model that was tried */
  tests: Record<string, 'testing' | ConnectionTest>;
}

/** Models, who offers them, and which are used. Keys are not part of it. */
export const useModels = create<Models>()(() => ({
  list: null,
  loadError: null,
  actionError: null,
  tests: {},
}));

const { setState } = useModels;

export async function refreshModels(): Promise<void> {
  try {
    setState({ list: await call('models.list', {}), loadError: null });
  } catch (error) {
    setState({ loadError: toErrorInfo(error) });
  }
}

export function followModels(): void {
  window.secagent.on('models.changed', () => {
    setState({ tests: {} });
    void refreshModels();
    void refreshStatus();
  });
}

export function currentModel(list: ModelList | null): ListedModel | null {
  return list?.models.find(({ current }) => current) ?? null;
}

export function selectModel(model: string): Promise<void> {
  return act(() => call('models.select', { model }));
}

export function setTitleModel(model: string | null): Promise<void> {
  return act(() => call('models.setTitleModel', { model }));
}

export function setReasoning(model: string, reasoning: Reasoning | null): Promise<void> {
  return act(() => call('models.setReasoning', { model, reasoning }));
}

export function removeProvider(id: string): Promise<void> {
  return act(() => call('models.removeProvider', { id }));
}

/** Opens the connect view, where addresses and keys are entered. @returns whether something was saved */
export async function connectModel(wish: Params<'models.connect'> = {}): Promise<boolean> {
  let saved = false;
  await act(async () => {
    saved = (await call('models.connect', wish)) !== null;
  });
  return saved;
}

export async function testModel(model: string): Promise<void> {
  const put = (result: 'testing' | ConnectionTest) =>
    setState(({ tests }) => ({ tests: { ...tests, [model]: result } }));
  put('testing');
  try {
    put(await call('models.test', { model }));
  } catch (error) {
    put({ ok: false, problem: 'server', reason: 'server', error: toErrorInfo(error) });
  }
}

async function act(action: () => Promise<void>): Promise<void> {
  setState({ actionError: null });
  try {
    await action();
  } catch (error) {
    setState({ actionError: toErrorInfo(error) });
  }
}
