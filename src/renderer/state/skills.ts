import { create } from 'zustand';
import { type ErrorInfo, toErrorInfo } from '../../shared/errors';
import { choiceKey, type ListedSkill, type ShownSkill } from '../../shared/skills';
import { call } from './call';
import { useConversation } from './conversation';
import { useView } from './view';

interface Skills {
  list: ListedSkill[];
  /** false until the list of the open chat's folder was read */
  loaded: boolean;
  loadError: ErrorInfo | null;
  query: string;
  /** path of the chosen one: several may have one name */
  selected: string | null;
  /** text and files of the chosen one */
  detail: ShownSkill | null;
  /** why its text can't be shown */
  detailError: ErrorInfo | null;
  /** path of a skill whose choice is being saved */
  pending: string | null;
  reloading: boolean;
  actionError: ErrorInfo | null;
}

const ofNoFolder = {
  list: [],
  loaded: false,
  loadError: null,
  selected: null,
  detail: null,
  detailError: null,
  actionError: null,
} satisfies Partial<Skills>;

/** Skills as the open chat has them: its folder's, the configuration's and those of plugins (H1). */
export const useSkills = create<Skills>()(() => ({
  ...ofNoFolder,
  query: '',
  pending: null,
  reloading: false,
}));

const { getState, setState } = useSkills;

export async function refreshSkills(): Promise<void> {
  const sessionId = openSession();
  try {
    const list = await call('skills.list', { sessionId });
    if (sessionId !== openSession()) return;
    const gone = !list.some(({ path }) => path === getState().selected);
    setState({ list, loaded: true, loadError: null, ...(gone && { selected: null, detail: null }) });
    await readDetail();
  } catch (error) {
    if (sessionId === openSession()) setState({ loadError: toErrorInfo(error) });
  }
}

export async function selectSkill(path: string): Promise<void> {
  setState({ selected: path, detail: null, detailError: null, actionError: null });
  await readDetail();
}

/** Switches it off or on, or has it loaded although something is wrong with it (S7). */
export function chooseSkill(skill: ListedSkill, choice: { off?: boolean; loadAnyway?: boolean }) {
  return act({ pending: skill.path }, { pending: null }, () =>
    call('skills.choose', { key: choiceKey(skill), ...choice }),
  );
}

export function reloadSkills(): Promise<void> {
  return act({ reloading: true }, { reloading: false }, () => call('skills.reload', {}));
}

/** Reads the list again if somebody has looked at it. */
export function rereadSkills(): void {
  const { loaded, loadError } = getState();
  if (loaded || loadError) void refreshSkills();
}

/** Follows what changes on disk and in plugins, and the open chat: each has a folder of its own. */
export function followSkills(): void {
  window.secagent.on('skills.changed', rereadSkills);
  useConversation.subscribe((now, before) => {
    if (now.sessionId === before.sessionId) return;
    setState(ofNoFolder);
    if (useView.getState().screen === 'capabilities') void refreshSkills();
  });
}

/** The text of the chosen one. */
async function readDetail(): Promise<void> {
  const { list, selected } = getState();
  const skill = list.find(({ path }) => path === selected);
  if (!skill) return;
  const { name, path } = skill;
  try {
    const detail = await call('skills.show', { sessionId: openSession(), name, path });
    if (getState().selected === path) setState({ detail, detailError: null });
  } catch (error) {
    if (getState().selected === path) setState({ detail: null, detailError: toErrorInfo(error) });
  }
}

async function act(during: Partial<Skills>, after: Partial<Skills>, action: () => Promise<unknown>) {
  setState({ ...during, actionError: null });
  try {
    await action();
  } catch (error) {
    setState({ actionError: toErrorInfo(error) });
  }
  await refreshSkills();
  setState(after);
}

function openSession(): string | null {
  return useConversation.getState().sessionId;
}
