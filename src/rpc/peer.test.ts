import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { SecAgentError } from '../shared/errors';
import {
  type FrameLimits,
  frameTransport,
  hostFrameLimits,
  Peer,
  type PeerHandlers,
  WithAttachment,
} from '.';

/** Two peers over real byte streams. */
function pair(left: PeerHandlers, right: PeerHandlers, limits: FrameLimits = hostFrameLimits) {
  const there = new PassThrough();
  const back = new PassThrough();
  return {
    a: new Peer(frameTransport(back, there, limits), left),
    b: new Peer(frameTransport(there, back, limits), right),
    there,
    back,
  };
}

function frame(json: string, claimed = Buffer.byteLength(json), attachment = 0): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(claimed, 0);
  header.writeUInt32LE(attachment, 4);
  return Buffer.concat([header, Buffer.from(json)]);
}

describe('a connection between processes', () => {
  it('answers requests and keeps name, code, message and details of errors', async () => {
    const { a } = pair(
      {},
      {
        request: (method, params) => {
          if (method === 'add') return (params as number[]).reduce((x, y) => x + y);
          throw new SecAgentError('tool_failed', '没有这个学生', { student: '小明' });
        },
      },
    );
    expect(await a.request('add', [1, 2, 3])).toBe(6);
    await expect(a.request('fail', {})).rejects.toMatchObject({
      name: 'SecAgentError',
      code: 'tool_failed',
      message: '没有这个学生',
      details: { student: '小明' },
    });
  });

  it('carries bytes beside the JSON, both ways', async () => {
    const { a } = pair(
      {},
      {
        request: (_, __, { attachment }) =>
          new WithAttachment('back', Buffer.from(attachment ?? []).reverse()),
      },
    );
    let received: Uint8Array | null = null;
    const value = await a.request('reverse', null, {
      attachment: Buffer.from('abc'),
      onAttachment: (bytes) => {
        received = bytes;
      },
    });
    expect(value).toBe('back');
    expect(Buffer.from(received ?? []).toString()).toBe('cba');
  });

  it('streams chunks before the result, in order', async () => {
    const { a } = pair(
      {},
      {
        request: (_, __, { stream }) => {
          for (let n = 0; n < 100; n++) stream(n);
          return 'done';
        },
      },
    );
    const chunks: unknown[] = [];
    expect(await a.request('count', {}, { onChunk: (chunk) => chunks.push(chunk) })).toBe('done');
    expect(chunks).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('cancels on the other side when the caller aborts', async () => {
    const cancelled = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const { a } = pair(
      {},
      {
        request: (_, __, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => cancelled.resolve());
            started.resolve();
          }),
      },
    );
    const controller = new AbortController();
    const answer = a.request('wait', {}, { signal: controller.signal });
    await started.promise;
    controller.abort();
    await expect(answer).rejects.toMatchObject({ code: 'stopped' });
    await cancelled.promise;
  });

  it('ends a request at its deadline', async () => {
    const { a } = pair({}, { request: () => new Promise(() => undefined) });
    await expect(a.request('never', {}, { deadlineMs: 20 })).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
  });

  it('rejects what is pending when the other side goes, and what comes after', async () => {
    const { a, b } = pair({}, { request: () => new Promise(() => undefined) });
    const pending = a.request('never', {});
    b.close();
    await expect(pending).rejects.toMatchObject({ code: 'engine_gone' });
    await expect(a.request('later', {})).rejects.toMatchObject({ code: 'engine_gone' });
  });

  it('knows no method where nothing is served', async () => {
    const { a } = pair({}, {});
    await expect(a.request('toString', {})).rejects.toMatchObject({ code: 'method_unknown' });
  });
});

describe('security/14-size-and-depth-before-parsing', () => {
  const limits = { maxJsonBytes: 1000, maxDepth: 10, maxAttachmentBytes: 1000, maxUnreadBytes: 100_000 };

  /** How the connection ends after these bytes. */
  function closingReason(bytes: Buffer): Promise<string> {
    const closed = Promise.withResolvers<string>();
    const { there } = pair({}, { closed: closed.resolve }, limits);
    there.write(bytes);
    return closed.promise;
  }

  it('closes on a frame that says it is too large, before its bytes arrive', async () => {
    expect(await closingReason(frame('', 0xffffffff))).toContain('over the limit');
    expect(await closingReason(frame('{}', 2, 5000))).toContain('over the limit');
  });

  it('closes on JSON nested too deep, wherever the brackets are', async () => {
    expect(await closingReason(frame(`${'['.repeat(200)}${']'.repeat(200)}`))).toContain('deeper');
    expect(
      await closingReason(frame(`{"t":"notify","params":${'{"a":'.repeat(20)}1${'}'.repeat(21)}`)),
    ).toContain('deeper');
  });

  it('does not count brackets inside strings', async () => {
    const notified = Promise.withResolvers<unknown>();
    const { a } = pair({}, { notify: (_, params) => notified.resolve(params) }, limits);
    a.notify('text', '[[[[[[[[[[[[[[[["\\{{{{{{{{{{{');
    expect(await notified.promise).toBe('[[[[[[[[[[[[[[[["\\{{{{{{{{{{{');
  });

  it.each([
    'null',
    '7',
    '{"t":"request"}',
    '{"t":"request","id":-1,"method":"x"}',
    '{"t":"nonsense"}',
    'not json',
  ])('closes on %s', async (json) => {
    expect(await closingReason(frame(json))).toBeTruthy();
  });

  it('refuses to send what the other side would refuse', async () => {
    const { a } = pair({}, { request: () => 'x'.repeat(5000) }, limits);
    await expect(a.request('big', 'x'.repeat(5000))).rejects.toMatchObject({ code: 'message_too_large' });
    await expect(a.request('answer', {})).rejects.toMatchObject({ code: 'message_too_large' });
  });
});
