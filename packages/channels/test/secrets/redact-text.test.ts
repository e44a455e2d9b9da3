import { describe, expect, it } from '@jest/globals';
import { createRedactor } from '../../src/secrets/redact-text.js';

const secret = 'EAAG+a/secret of "this" channel~ä';
const redact = createRedactor({ accessToken: secret, verifyToken: 'verify-me' });
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a text of a provider', () => {
  it.each([
    ['plain', secret],
    ['URL-encoded', encodeURIComponent(secret)],
    ['form-encoded', new URLSearchParams({ token: secret }).toString().slice('token='.length)],
    ['escaped in JSON', JSON.stringify(secret).slice(1, -1)],
  ])('has no secret that is %s', (_form, text) => {
    expect(redact(`Malformed access token ${text}, and ${text}.`)).toBe(
      'Malformed access token [secret], and [secret].',
    );
  });

  it.each([
    ['of its own', secret],
    ['after one character', `u${secret}`],
    ['in basic authentication', `AC01:${secret}`],
    ['in AUTH PLAIN', `\0desk\0${secret}`],
    ['before other bytes', `${secret}!`],
    ['between other bytes', `ab${secret}xyz`],
  ])('has no secret in Base64: %s', (_form, text) => {
    const spellings = [
      base64(text),
      Buffer.from(text).toString('base64url'),
      encodeURIComponent(base64(text)),
    ];
    for (const spelling of spellings) {
      expect(redact(`Refused: ${spelling}`)).toMatch(/^Refused: \S{0,12}\[secret\]\S{0,12}$/);
    }
  });

  it('has no secret at its end that was truncated', () => {
    expect(redact(`Malformed access token ${secret.slice(0, 12)}`)).toBe('Malformed access token [secret]');
    expect(redact(`Refused: ${base64(`u:${secret}`).slice(0, 20)}`)).toMatch(/\[secret\]$/);
  });

  it('has none of several secrets, and stays as it is otherwise', () => {
    expect(redact(`${secret} is not verify-me`)).toBe('[secret] is not [secret]');
    const text = "(#131030) Recipient phone number not in allowed list: Invalid 'To' number +1650.";
    expect(redact(text)).toBe(text);
  });

  it('a longer secret that contains another one is replaced as a whole', () => {
    expect(createRedactor({ a: 'long-secret', b: 'long-secret-2' })('long-secret-2')).toBe('[secret]');
  });
});

describe('a short secret', () => {
  it('of four to seven characters is replaced only as a word of its own', () => {
    const short = createRedactor({ password: 'pass' });
    expect(short('535 pass: the test "pass" has not passed at_pass')).toBe(
      '535 [secret]: the test "[secret]" has not passed at_[secret]',
    );
  });

  it.each(['', 'a', '1', 'ing'])('%p is not replaced: the text would become nonsense', (password) => {
    const text = '535 1 invalid ing a';
    expect(createRedactor({ password })(text)).toBe(text);
  });
});

it.each([undefined, null, 'text', {}, { count: 7 }, { list: ['long-secret'] }])(
  'secrets that are %p change no text',
  (secrets) => {
    expect(createRedactor(secrets)('A text with long-secret and 7.')).toBe('A text with long-secret and 7.');
  },
);
