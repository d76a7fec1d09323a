import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Holds a stream back until the test lets it go on. */
export interface Gate {
  /** resolves once the server has sent everything before the gate and waits */
  reached: Promise<void>;
  open(): void;
}

/** One answer of the model. Pieces are streamed in order; a gate between them waits for the test. */
export type ScriptedTurn =
  | { reasoning?: string[]; text: readonly (string | Gate)[] }
  | {
      reasoning?: string[];
      text?: readonly (string | Gate)[];
      toolCalls: { name: string; arguments: unknown }[];
    }
  /** the service refuses, e.g. 401 */
  | { status: number; message: string }
  /** the connection breaks after these pieces */
  | { cut: readonly string[] };

/** What the app asked, as it arrived. */
export interface RecordedRequest {
  model: string;
  messages: { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string }[];
  tools?: { type: 'function'; function: { name: string; description?: string; parameters: unknown } }[];
  [field: string]: unknown;
}

export interface ModelServer {
  /** for SECAGENT_BASE_URL */
  url: string;
  requests: RecordedRequest[];
  /** the Authorization header of each */
  keys: string[];
  /** Adds answers; the n-th request gets the n-th one. A request without one gets a 500 and fails the test visibly. */
  script(...turns: ScriptedTurn[]): void;
  gate(): Gate;
  close(): Promise<void>;
}

/** A scripted OpenAI-compatible streaming service on loopback: the real HTTP and streaming path, no model. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: RecordedRequest[] = [];
  const keys: string[] = [];
  const turns: ScriptedTurn[] = [];
  const gates = new Set<OpenableGate>();
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions'))
      return refuse(response, 404, 'no such path');
    requests.push(JSON.parse(body) as RecordedRequest);
    keys.push(request.headers.authorization ?? '');
    const turn = turns.shift();
    if (!turn) return refuse(response, 500, 'the test scripted no answer for this request');
    if ('status' in turn) return refuse(response, turn.status, turn.message);
    await stream(response, turn);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    keys,
    script: (...more) => void turns.push(...more),
    gate: () => {
      const gate = createGate();
      gates.add(gate);
      return gate;
    },
    close: async () => {
      for (const gate of gates) gate.open();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface OpenableGate extends Gate {
  pass(): Promise<void>;
}

function createGate(): OpenableGate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    open: () => opened.resolve(),
    pass: () => {
      reached.resolve();
      return opened.promise;
    },
  };
}

async function stream(
  response: ServerResponse,
  turn: Exclude<ScriptedTurn, { status: number }>,
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  const send = (delta: unknown, finish: string | null = null, usage?: unknown) => {
    if (response.destroyed) return;
    const chunk = {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage ? { usage } : {}),
    };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };

  send({ role: 'assistant', content: '' });
  if ('cut' in turn) {
    for (const piece of turn.cut) send({ content: piece });
    await new Promise((resolve) => setTimeout(resolve, 50)); // what was written has to leave before the line breaks
    response.destroy();
    return;
  }
  for (const piece of turn.reasoning ?? []) send({ reasoning_content: piece });
  for (const piece of turn.text ?? []) {
    if (typeof piece === 'string') send({ content: piece });
    else await (piece as OpenableGate).pass();
  }
  const calls = 'toolCalls' in turn ? turn.toolCalls : [];
  calls.forEach(({ name, arguments: value }, index) => {
    const call = { index, id: `call_${index}_${name}`, type: 'function' };
    send({ tool_calls: [{ ...call, function: { name, arguments: '' } }] });
    send({ tool_calls: [{ index, function: { arguments: JSON.stringify(value) } }] });
  });
  send({}, calls.length > 0 ? 'tool_calls' : 'stop', {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
  });
  response.end('data: [DONE]\n\n');
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'scripted', code: null } }));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
