import type { Readable, Writable } from 'node:stream';
import { SecAgentError } from '../shared/errors';
import { jsonDepthExceeds } from './json-depth';
import type { Transport } from './transport';

export interface FrameLimits {
  /** bytes of JSON in one message */
  maxJsonBytes: number;
  /** nesting of the JSON */
  maxDepth: number;
  /** bytes beside the JSON */
  maxAttachmentBytes: number;
  /** bytes that may wait because the other side does not read */
  maxUnreadBytes: number;
}

/** Bounds between engine and plugin host (DESIGN §6): 4 MiB of JSON, 26 MiB beside it, 64 levels. */
export const hostFrameLimits: FrameLimits = {
  maxJsonBytes: 4 * 1024 * 1024,
  maxDepth: 64,
  maxAttachmentBytes: 26 * 1024 * 1024,
  maxUnreadBytes: 64 * 1024 * 1024,
};

const HEADER_BYTES = 8;

/** The other side breaks the rules of this transport. */
class FrameViolation extends Error {}

/**
 * Length-prefixed frames over a pipe, read with a bound: u32 JSON length, u32 attachment length, JSON in UTF-8,
 * attachment. Size and depth are checked before anything is parsed (ATTACKS 14); a frame over a bound closes
 * the connection when read, and throws `message_too_large` when sent.
 */
export function frameTransport(input: Readable, output: Writable, limits: FrameLimits): Transport {
  return {
    send(message, attachment) {
      const { frame, json } = frameFor(JSON.stringify(message), attachment?.length ?? 0);
      if (json.length > limits.maxJsonBytes || (attachment?.length ?? 0) > limits.maxAttachmentBytes) {
        throw new SecAgentError('message_too_large', 'the message is too large to send', {
          bytes: json.length + (attachment?.length ?? 0),
          limit: limits.maxJsonBytes,
        });
      }
      if (jsonDepthExceeds(json, limits.maxDepth)) {
        throw new SecAgentError(
          'message_too_large',
          `the message is nested deeper than ${limits.maxDepth} levels`,
        );
      }
      if (output.destroyed) return;
      // A peer that asks and never reads must not fill our memory with answers.
      if (output.writableLength > limits.maxUnreadBytes) {
        output.destroy(new FrameViolation('it does not read what it asked for'));
        return;
      }
      if (!attachment?.length) {
        output.write(frame);
        return;
      }
      output.cork();
      output.write(frame);
      output.write(attachment);
      output.uncork();
    },

    receive(onMessage, onClose) {
      let closed = false;
      const close = (reason: string, violation = false) => {
        if (closed) return;
        closed = true;
        onClose(reason, violation);
      };
      const fail = (error: unknown) =>
        close(error instanceof Error ? error.message : String(error), error instanceof FrameViolation);
      const read = frameReader(limits, (json, attachment) =>
        onMessage(parseFrame(json), attachment, json.length + (attachment?.length ?? 0)),
      );
      input.on('data', (chunk: Buffer) => {
        if (closed) return;
        try {
          read(chunk);
        } catch (error) {
          input.destroy();
          fail(error);
        }
      });
      input.on('end', () => close('ended'));
      input.on('close', () => close('closed'));
      input.on('error', fail);
      output.on('error', fail);
    },

    close() {
      output.end();
      input.destroy();
    },
  };
}

/** Header and JSON in one piece: two would be written with `writev`, which takes longer than all the rest here. */
function frameFor(text: string, attachmentBytes: number): { frame: Buffer; json: Buffer } {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + Buffer.byteLength(text));
  const json = frame.subarray(HEADER_BYTES);
  frame.writeUInt32LE(json.length, 0);
  frame.writeUInt32LE(attachmentBytes, 4);
  frame.write(text, HEADER_BYTES);
  return { frame, json };
}

function parseFrame(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'));
  } catch {
    throw new FrameViolation('a message that is no JSON');
  }
}

/** Collects chunks into frames; throws on a frame that breaks a bound. */
function frameReader(limits: FrameLimits, onFrame: (json: Buffer, attachment?: Buffer) => void) {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let wanted = HEADER_BYTES;
  let header: { json: number; attachment: number } | null = null;

  const take = (): Buffer => {
    const all = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, buffered);
    const taken = all.subarray(0, wanted);
    const rest = all.subarray(wanted);
    chunks = rest.length ? [rest] : [];
    buffered = rest.length;
    return taken;
  };

  return (chunk: Buffer) => {
    chunks.push(chunk);
    buffered += chunk.length;
    while (buffered >= wanted) {
      if (!header) {
        const bytes = take();
        header = { json: bytes.readUInt32LE(0), attachment: bytes.readUInt32LE(4) };
        if (header.json > limits.maxJsonBytes || header.attachment > limits.maxAttachmentBytes) {
          throw new FrameViolation(`a message of ${header.json + header.attachment} bytes is over the limit`);
        }
        wanted = header.json + header.attachment;
        continue;
      }
      const frame = take();
      const json = frame.subarray(0, header.json);
      const attachment = header.attachment ? frame.subarray(header.json) : undefined;
      header = null;
      wanted = HEADER_BYTES;
      if (jsonDepthExceeds(json, limits.maxDepth)) {
        throw new FrameViolation(`a message nested deeper than ${limits.maxDepth} levels`);
      }
      onFrame(json, attachment);
    }
  };
}
