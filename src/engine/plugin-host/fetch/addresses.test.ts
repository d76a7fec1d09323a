import { expect, test } from 'vitest';
import { isLoopbackLiteral, isPublicAddress } from './addresses';

test('security/11-addresses: only the public internet is public', () => {
  const refused = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '3fff::1',
    '5f00::1',
    'example.org',
    '',
    '127.1',
    '0x7f000001',
  ];
  for (const address of refused) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  const allowed = [
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ];
  for (const address of allowed) expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

test('loopback counts only as a literal', () => {
  for (const host of ['127.0.0.1', '127.1.2.3', '[::1]']) expect(isLoopbackLiteral(host)).toBe(true);
  for (const host of ['localhost', '[::ffff:7f00:1]', '128.0.0.1', 'a.127.0.0.1'])
    expect(isLoopbackLiteral(host)).toBe(false);
});
