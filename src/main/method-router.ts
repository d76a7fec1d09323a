import { Ajv } from 'ajv';
import { ipcMain } from 'electron';
import type { Answer } from '../shared/bridge';
import { type Implementation, type MethodName, type MethodsServedBy, methods } from '../shared/contract';
import { SecAgentError, toErrorInfo } from '../shared/errors';
import type { Surface } from '../shared/method';
import { surfaceOf } from './surfaces';

export interface Servers {
  shell: Implementation<'shell'>;
  engine(method: MethodsServedBy<'engine'>, params: unknown): Promise<unknown>;
}

/** The channel pages call through (DESIGN §3), and the one for dropped files. Answers are values: an error crosses with its code. */
export function serveCalls(servers: Servers): void {
  ipcMain.handle(
    'secagent:call',
    async (event, method: unknown, params: unknown): Promise<Answer<unknown>> => {
      const surface = surfaceOf(event.sender, event.senderFrame);
      // Whoever is no page of ours learns nothing, not even which methods exist (ATTACKS 19).
      return surface ? answer(route(surface, method, params, servers)) : notAllowed;
    },
  );
  // Paths of dropped files: only the preload sends them, by what the operating system says about a drag.
  ipcMain.handle('secagent:dropped', async (event, paths: unknown): Promise<Answer<unknown>> => {
    const fromChat = surfaceOf(event.sender, event.senderFrame) === 'chat';
    return fromChat ? answer(route('shell', 'packages.open', { paths }, servers)) : notAllowed;
  });
}

const notAllowed: Answer<never> = { ok: false, error: { code: 'forbidden', message: 'not allowed' } };

async function answer(result: Promise<unknown>): Promise<Answer<unknown>> {
  try {
    return { ok: true, value: await result };
  } catch (error) {
    return { ok: false, error: toErrorInfo(error) };
  }
}

/** Checks who asks and what for, then hands over to the process that answers. */
export async function route(
  surface: Surface,
  method: unknown,
  params: unknown,
  servers: Servers,
): Promise<unknown> {
  if (typeof method !== 'string' || !Object.hasOwn(methods, method)) {
    throw new SecAgentError('method_unknown', 'there is no such method');
  }
  const name = method as MethodName;
  if (methods[name].surface !== surface) {
    throw new SecAgentError('forbidden', `${name} cannot be called from here`, { method: name });
  }
  checkParams(name, params);
  if (!isShellMethod(name)) return servers.engine(name as MethodsServedBy<'engine'>, params);
  // The schema was checked above; the table's types cannot follow a name known only at run time.
  const implementation = servers.shell[name] as (params: unknown, signal: AbortSignal) => unknown;
  return implementation(params, new AbortController().signal);
}

const ajv = new Ajv({ strict: false, allErrors: false });

function checkParams(name: MethodName, params: unknown): void {
  const validate = ajv.getSchema(name) ?? ajv.addSchema(methods[name].params, name).getSchema(name);
  if (!validate?.(params)) {
    throw new SecAgentError(
      'params_invalid',
      `${name}: ${ajv.errorsText(validate?.errors, { dataVar: 'params' })}`,
      {
        method: name,
      },
    );
  }
}

function isShellMethod(name: MethodName): name is MethodsServedBy<'shell'> {
  return methods[name].servedBy === 'shell';
}
