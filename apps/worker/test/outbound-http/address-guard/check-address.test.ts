import { describe, expect, it } from '@jest/globals';
import { createAddressCheck } from '../../../src/outbound-http/address-guard/check-address.js';

describe('an address that no webhook may reach', () => {
  const check = createAddressCheck();

  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['10.0.0.0', 'private'],
    ['10.255.255.255', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['100.100.100.200', 'carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'cloud metadata'],
    ['169.254.0.1', 'link-local'],
    ['169.254.169.254', 'cloud metadata'],
    ['169.254.170.2', 'link-local'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.192', 'reserved'],
    ['192.0.2.1', 'documentation'],
    ['192.31.196.1', 'reserved'],
    ['192.52.193.1', 'reserved'],
    ['192.88.99.1', 'reserved'],
    ['192.168.0.1', 'private'],
    ['192.175.48.1', 'reserved'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
  ])('IPv4 %s is refused as %s', (address, description) => {
    expect(check(address)).toBe(description);
  });

  it.each([
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['fc00::1', 'private'],
    ['fd12:3456::1', 'private'],
    ['fd00:ec2::254', 'cloud metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::a9fe:a9fe', 'link-local'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'private'],
    ['ff02::1', 'multicast'],
    ['100::1', 'reserved'],
    ['2001:2::1', 'benchmarking'],
    ['2001:10::1', 'reserved'],
    ['2001:20::1', 'reserved'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2620:4f:8000::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['1::1', 'reserved'],
  ])('IPv6 %s is refused as %s', (address, description) => {
    expect(check(address)).toBe(description);
  });

  it.each([
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:10.1.2.3', 'private'],
    ['::ffff:169.254.169.254', 'cloud metadata'],
    ['64:ff9b::127.0.0.1', 'loopback'],
    ['64:ff9b::a00:1', 'private'],
    ['64:ff9b::169.254.169.254', 'cloud metadata'],
    ['64:ff9b:1::10.0.0.1', 'reserved'],
    ['64:ff9b:1:a00:0:100::', 'reserved'],
    ['64:ff9b:1::8.8.8.8', 'reserved'],
    ['::127.0.0.1', 'reserved'],
    ['::8.8.8.8', 'reserved'],
    ['::ffff:0:127.0.0.1', 'reserved'],
    ['2002:7f00:1::', 'a 6to4 tunnel'],
    ['2002:808:808::', 'a 6to4 tunnel'],
    ['2001:0:4136:e378:8000:63bf:80ff:fffe', 'a Teredo tunnel'],
  ])('%s, which wraps an IPv4 address, is refused as %s', (address, description) => {
    expect(check(address)).toBe(description);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '0177.0.0.1',
    '127.0.0.1.',
    '[::1]',
    'fe80::1%lo',
  ])('%p is refused, as it is not an address', (text) => expect(check(text)).toBe('not an IP address'));
});

describe('an address of the public internet', () => {
  const check = createAddressCheck();

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s is allowed', (address) => expect(check(address)).toBeUndefined());
});

describe('ranges that the operator allows', () => {
  it('are allowed, and no other ranges', () => {
    const check = createAddressCheck(['127.0.0.0/8', ' ::1/128 ', '10.1.0.0/16']);

    expect(check('127.0.0.1')).toBeUndefined();
    expect(check('::1')).toBeUndefined();
    expect(check('::ffff:127.0.0.1')).toBeUndefined();
    expect(check('10.1.255.255')).toBeUndefined();
    expect(check('10.2.0.0')).toBe('private');
    expect(check('::2')).toBe('reserved');
    expect(check('169.254.169.254')).toBe('cloud metadata');
  });

  it.each([
    ['64:ff9b:1::/48', '64:ff9b:1::8.8.8.8', '64:ff9b:1::10.0.0.1'],
    ['2002::/16', '2002:808:808::', '2002:7f00:1::'],
    // The same client addresses with their bits inverted: 8.8.8.8 and 127.0.0.1.
    ['2001::/32', '2001:0:4136:e378:8000:63bf:f7f7:f7f7', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
    ['::/96', '::8.8.8.8', '::127.0.0.1'],
    ['::/0', '64:ff9b::8.8.8.8', '64:ff9b::127.0.0.1'],
    ['::/0', '::ffff:8.8.8.8', '::ffff:127.0.0.1'],
  ])('%s allows %s but not %s: the embedded address is checked as well', (cidr, allowed, refused) => {
    const check = createAddressCheck([cidr]);

    expect(check(allowed)).toBeUndefined();
    expect(check(refused)).toMatch(/^(loopback|private)$/);
  });

  it.each([
    '10.0.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10/8',
    'fd00::/129',
    'internal',
    '',
    '10.0.0.0/8/8',
    '1.2.3.4/-1',
  ])('%p is refused at the start with a message that names the setting', (cidr) => {
    expect(() => createAddressCheck([cidr])).toThrow(
      `WEBHOOK_ALLOWED_CIDRS: "${cidr}" is not a range of addresses.`,
    );
  });
});
