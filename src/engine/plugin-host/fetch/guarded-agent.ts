import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { SecAgentError } from '../../../shared/errors';
import { isAddress, isLoopbackLiteral, isPublicAddress, withoutBrackets } from './addresses';

export type Lookup = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** ms a name may take: behind a proxy the computer's own name service often knows no outside names at all. */
const LOOKUP_BEFORE_PROXY_MS = 3_000;

const resolve: Lookup = (hostname, callback) => systemLookup(hostname, { all: true }, callback);

/**
 * Connects to public addresses and literal loopback only. The address that was checked is the one connected to: the
 * name is resolved once, in here, so an answer that changes between check and use changes nothing (ATTACKS 11).
 */
export function guardedAgent({
  lookup = resolve,
  secureContext,
}: {
  lookup?: Lookup;
  secureContext?: SecureContext | undefined;
} = {}): Agent {
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
    ...(secureContext && { secureContext }),
  } as never);
  return new Agent({
    connections: 16,
    allowH2: false,
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

/**
 * Judges a name before a proxy is asked for it. The proxy looks it up again, and its answer is not seen here: what
 * this refuses stays refused, what it lets through is the proxy's to judge (docs/security.md). Names that only a local
 * network has are refused without a look.
 */
export async function judgeBeforeProxy(url: URL, lookup: Lookup = resolve): Promise<void> {
  const hostname = url.hostname.replace(/\.$/, '').toLowerCase();
  if (isAddress(hostname)) {
    if (!isPublicAddress(withoutBrackets(hostname))) throw refused(hostname);
    return;
  }
  if (!hostname.includes('.') || LOCAL_NAMES.test(hostname)) throw refused(hostname);
  const addresses = await within(LOOKUP_BEFORE_PROXY_MS, (done) =>
    lookup(hostname, (_, found) => done(found)),
  );
  if (addresses?.some(({ address }) => !isPublicAddress(address))) throw refused(hostname);
}

/** Special-use names (RFC 6762, 8375 and ICANN's `internal`), and what routers call their networks. */
const LOCAL_NAMES = /\.(?:local|internal|intranet|private|corp|home|lan|localdomain|localhost|home\.arpa)$/;

function within(ms: number, start: (done: (found: LookupAddress[] | undefined) => void) => void) {
  return new Promise<LookupAddress[] | undefined>((done) => {
    const timer = setTimeout(() => done(undefined), ms);
    start((found) => {
      clearTimeout(timer);
      done(found);
    });
  });
}

/** Says nothing about the address: what a name means inside this network is none of the plugin's business. */
function refused(hostname: string): SecAgentError {
  return new SecAgentError('fetch_refused', `${hostname} is not an address on the public internet`, {
    host: hostname,
  });
}
