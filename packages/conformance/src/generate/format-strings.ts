import fc, { type Arbitrary } from 'fast-check';

/** Generates texts of a format; `undefined` for an unknown format. */
export function formatArbitrary(format: string): Arbitrary<string> | undefined {
  return Object.hasOwn(formats, format) ? formats[format] : undefined;
}

// A server may connect to the hosts that it receives, so only names and addresses reserved for examples (RFC 2606,
// RFC 5737, RFC 3849) are used.
const host = fc
  .tuple(
    fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/),
    fc.constantFrom('example.com', 'example.org', 'test.example'),
  )
  .map(([name, domain]) => `${name}.${domain}`);
const segment = fc.stringMatching(/^[a-zA-Z0-9_~-]{1,8}$/);
const segments = fc.array(segment, { maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
const address = fc
  .tuple(fc.constantFrom('https', 'http'), host, segments, fc.constantFrom('', '?a=1&b=%20', '#part'))
  .map(([scheme, name, path, rest]) => `${scheme}://${name}${path}${rest}`);

const moment = fc.date({
  min: new Date('1990-01-01T00:00:00.000Z'),
  max: new Date('2089-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const dateTime = fc.tuple(moment, fc.constantFrom('ms', 's', '+02:00', '-11:30')).map(([date, form]) => {
  const text = date.toISOString();
  if (form === 'ms') return text;
  return form === 's' ? `${text.slice(0, 19)}Z` : `${text.slice(0, 19)}${form}`;
});
const base64 = fc.uint8Array({ maxLength: 24 }).map((bytes) => Buffer.from(bytes).toString('base64'));

const formats: Readonly<Record<string, Arbitrary<string>>> = {
  'date-time': dateTime,
  date: moment.map((date) => date.toISOString().slice(0, 10)),
  time: dateTime.map((text) => text.slice(11)),
  duration: fc.constantFrom('P1D', 'PT15M', 'P1Y2M3DT4H5M6S', 'P2W'),
  email: fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9.+-]{0,10}[a-z0-9]$/), host)
    .map((parts) => parts.join('@')),
  'idn-email': host.map((name) => `zoë@${name}`),
  hostname: host,
  'idn-hostname': host,
  ipv4: fc.nat({ max: 255 }).map((last) => `192.0.2.${last}`),
  ipv6: fc.nat({ max: 0xffff }).map((last) => `2001:db8::${last.toString(16)}`),
  uri: address,
  url: address,
  iri: address,
  'uri-reference': fc.oneof(address, segments),
  'iri-reference': fc.oneof(address, segments),
  'uri-template': segments.map((path) => `${path}/{id}`),
  uuid: fc.uuid(),
  'json-pointer': segments,
  'relative-json-pointer': fc.nat({ max: 9 }).map(String),
  regex: fc.constantFrom('^a+$', '[0-9]{3}', '.*'),
  byte: base64,
  // Bytes as text: each byte is the character with its code.
  binary: fc
    .uint8Array({ minLength: 1, maxLength: 64 })
    .map((bytes) => Buffer.from(bytes).toString('latin1')),
};
