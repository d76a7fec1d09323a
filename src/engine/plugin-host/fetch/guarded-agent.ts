import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, fetch } from 'undici';
import { SecAgentError } from '../../../shared/errors';
import { isAddress, isLoopbackLiteral, isPublicAddress, withoutBrackets } from './addresses';

// Re-exported from here: a dynamic import of undici itself has no named exports once it is bundled.
export { fetch };

export type Lookup = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

const resolve: Lookup = (hostname, callback) => systemLookup(hostname, { all: true }, callback);

/**
 * Connects to public addresses and literal loopback only. The address that was checked is the one connected to: the
 * name is resolved once, in here, so an answer that changes between check and use changes nothing (ATTACKS 11).
 */
export function guardedAgent(lookup: Lookup = resolve): Agent {
  const guardedLookup: LookupFunction = (hostname, _options, callback) => {
    lookup(hostname, (error, addresses) => {
      if (error) return callback(error, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(refused(hostname), []);
      }
      callback(null, addresses);
    });
  };
  const connectTo = buildConnector({
    lookup: guardedLookup,
    timeout: 10_000,
    autoSelectFamily: true,
  } as never);
  return new Agent({
    connections: 16,
    keepAliveTimeout: 5_000,
    connect(options, callback) {
      const { hostname } = options;
      if (
        isAddress(hostname) &&
        !isLoopbackLiteral(hostname) &&
        !isPublicAddress(withoutBrackets(hostname))
      ) {
        return callback(refused(hostname), null);
      }
      connectTo(options, (error, socket) => {
        if (error) return callback(error, null);
        const peer = socket.remoteAddress ?? '';
        if (!isPublicAddress(peer) && !isLoopbackLiteral(hostname)) {
          socket.destroy();
          return callback(refused(hostname), null);
        }
        callback(null, socket);
      });
    },
  });
}

/** Says nothing about the address: what a name means inside this network is none of the plugin's business. */
function refused(hostname: string): SecAgentError {
  return new SecAgentError('fetch_refused', `${hostname} is not an address on the public internet`, {
    host: hostname,
  });
}
