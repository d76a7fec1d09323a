import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecAgentError } from '../shared/errors';
import { readGuestMessage } from './guest-messages';

const VALUES = 10_000;

test('security/14-guest: 10,000 messages a guest could post are read or refused, and nothing else', () => {
  const messages = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.json(),
    fc
      .record({
        t: fc.constantFrom('result', 'request', 'notice', 'log', 'wake', '__proto__'),
        id: fc.anything(),
        method: fc.anything(),
        params: fc.anything(),
      })
      .map((value) =>
        JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)),
      ),
  );
  fc.assert(
    fc.property(messages, (message) => {
      try {
        readGuestMessage(message);
      } catch (error) {
        expect(error instanceof SecAgentError || error instanceof SyntaxError).toBe(true);
      }
    }),
    { numRuns: VALUES },
  );
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
