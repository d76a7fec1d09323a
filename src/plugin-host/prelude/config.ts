import { apiLimits } from '../../plugin-api/limits';
import type { StoredConfig } from '../../shared/host-contract';
import { type Channel, toJson } from './channel';
import { invalid } from './checks';
import { pluginError } from './errors';
import { isArray, parse, utf8Bytes } from './intrinsics';

/**
 * The plugin's configuration: a copy in here, the truth in the engine. Another process (the command line beside the
 * window) may write it too, so every write names the revision it is based on, and one that is based on an older
 * one is refused instead of undoing the other's change (DESIGN §1).
 */
export function openConfig(channel: Channel, stored: StoredConfig) {
  let config = toJson(stored.value);
  let { revision } = stored;
  /** counts what others wrote, and how much of that the plugin has read: it decides on what it read last */
  let foreign = 0;
  let read = 0;
  /** changes with every value the copy takes */
  let copy = 0;
  let writes: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function write(next: string, basedOn: number): Promise<void> {
    if (basedOn !== foreign) {
      read = foreign; // told now: the next write is its own decision
      throw pluginError('config_conflict', 'the configuration was changed elsewhere; read it again');
    }
    const reply = await channel.request('setConfig', { value: parse(next), revision });
    revision = Number(reply.value);
  }

  return {
    get(): Record<string, unknown> {
      read = foreign;
      return parse(config);
    },

    async set(value: Record<string, unknown>): Promise<void> {
      if (typeof value !== 'object' || value === null || isArray(value))
        throw invalid('setConfig needs an object');
      const next = toJson(value);
      if (utf8Bytes(next) > apiLimits.configBytes) {
        throw pluginError('quota_exceeded', 'the configuration is over 64 KiB');
      }
      if (waiting >= apiLimits.pendingRequests) {
        throw pluginError(
          'quota_exceeded',
          `more than ${apiLimits.pendingRequests} writes wait for an answer`,
        );
      }
      waiting++;
      const before = config;
      const basedOn = read;
      config = next;
      const own = ++copy;
      const written = writes.then(() => write(next, basedOn));
      writes = written.catch(() => undefined);
      try {
        await written;
      } catch (error) {
        if (copy === own) config = before; // not stored, so not true either
        throw error;
      } finally {
        waiting--;
      }
    },

    take(other: StoredConfig): void {
      if (other.revision <= revision) return;
      foreign++;
      copy++;
      revision = other.revision;
      config = toJson(other.value);
    },
  };
}
