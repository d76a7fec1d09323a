import { create } from 'zustand';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import type { PluginDetail, PluginLimits, PluginSummary, ToolInfo } from '../../shared/plugins';
import { call } from './call';
import { showProblem } from './problems';

interface Plugins {
  list: PluginSummary[];
  loaded: boolean;
  loadError: ErrorInfo | null;
  selectedId: string | null;
  detail: PluginDetail | null;
  detailError: ErrorInfo | null;
  /** tools of all running plugins and the saved selection; null offers all (M2) */
  tools: ToolInfo[];
  offered: string[] | null;
  /** a plugin whose switch, restart or removal is under way */
  pending: string | null;
  /** why the last action did not work */
  actionError: { id: string; error: ErrorInfo } | null;
}

export const usePlugins = create<Plugins>()(() => ({
  list: [],
  loaded: false,
  loadError: null,
  selectedId: null,
  detail: null,
  detailError: null,
  tools: [],
  offered: null,
  pending: null,
  actionError: null,
}));

const { getState, setState } = usePlugins;

/** Reads the list with its live figures. */
export async function refreshPlugins(): Promise<void> {
  try {
    const list = await call('plugins.list', {});
    const gone = !list.some(({ id }) => id === getState().selectedId);
    setState({ list, loaded: true, loadError: null, ...(gone && { selectedId: null, detail: null }) });
  } catch (error) {
    setState({ loadError: toErrorInfo(error) });
  }
}

export async function selectPlugin(id: string): Promise<void> {
  if (getState().selectedId !== id)
    setState({ selectedId: id, detail: null, detailError: null, actionError: null });
  await refreshDetail();
}

export async function refreshDetail(): Promise<void> {
  const id = getState().selectedId;
  if (!id) return;
  try {
    const [detail, { tools, selected }] = await Promise.all([
      call('plugins.show', { id }),
      call('tools.list', {}),
    ]);
    if (getState().selectedId === id) setState({ detail, detailError: null, tools, offered: selected });
  } catch (error) {
    if (getState().selectedId === id) setState({ detailError: toErrorInfo(error) });
  }
}

/** Off at once; on only through the consent view, which main opens. */
export function switchPlugin(id: string, on: boolean): Promise<boolean> {
  return act(id, () => (on ? call('plugins.requestEnable', { id }) : call('plugins.disable', { id })));
}

export function restartPlugin(id: string): Promise<boolean> {
  return act(id, () => call('plugins.restart', { id }));
}

/** Null: the defaults. Answers whether it was saved; the plugin is started again with it (M13). */
export function setLimits(id: string, limits: PluginLimits | null): Promise<boolean> {
  return act(id, () => call('plugins.setLimits', { id, limits }));
}

export function removePlugin(id: string): Promise<boolean> {
  return act(id, () => call('plugins.remove', { id }));
}

/** Offers a tool to the model or not; choosing all is the same as never having chosen. */
export function offerTool(id: string, key: string, offer: boolean): Promise<boolean> {
  const { tools, offered } = getState();
  const visible = tools.filter((tool) => !tool.hidden).map((tool) => tool.key);
  const chosen = new Set(offered ?? visible);
  if (offer) chosen.add(key);
  else chosen.delete(key);
  const keys = visible.every((each) => chosen.has(each)) ? null : [...chosen];
  setState({ offered: keys });
  return act(id, () => call('tools.select', { keys }));
}

export function followPlugins(): void {
  window.secagent.on('plugins.changed', () => {
    void refreshPlugins();
    void refreshDetail();
  });
}

/** Answers whether it worked; if not, the reason is on the screen. */
async function act(id: string, action: () => Promise<unknown>): Promise<boolean> {
  setState({ pending: id, actionError: null });
  try {
    await action();
    return true;
  } catch (error) {
    if (getState().selectedId === id) setState({ actionError: { id, error: toErrorInfo(error) } });
    else showProblem('plugins.actionFailed', error); // the page that would say it is not open
    return false;
  } finally {
    setState({ pending: null });
    await refreshPlugins();
    await refreshDetail();
  }
}
