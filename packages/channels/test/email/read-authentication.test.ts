import { describe, expect, it } from '@jest/globals';
import { parseInbound } from '../../src/email/parse-inbound.js';
import { raw } from '../payloads/email.js';
import { emailChannel, jsonRequest } from '../support/ingress-request.js';

const trusting = { ...emailChannel, settings: { host: '127.0.0.1', authservId: 'MX.shop.example' } };

const trusted = [
  'Authentication-Results: mx.shop.example 1;',
  ' dkim=fail (bad; signature) header.d=a.example; dkim=pass header.d=b.example;',
  ' spf=softfail smtp.mailfrom=a.example',
].join('\r\n');
const separate = 'Authentication-Results: mx.shop.example; dmarc=none header.from=a.example';
const forged = 'Authentication-Results: mx.evil.example; spf=pass; dkim=pass; dmarc=pass';

async function authenticationOf(body: unknown, channel: typeof emailChannel = trusting) {
  const [item] = await parseInbound(jsonRequest(body), channel);
  return item?.kind === 'message' ? item.authentication : 'no message';
}

const mail = (...fields: string[]) => raw([...fields, 'From: a@a.example', '', 'Hello'].join('\r\n'));

describe('the authentication of an email', () => {
  it('combines the results of the trusted server from several header fields', async () => {
    expect(await authenticationOf(mail(trusted, separate, forged))).toEqual({
      spf: 'softfail',
      dkim: 'pass',
      dmarc: 'none',
    });
  });

  it('is unknown when another server wrote it, or when the channel trusts none', async () => {
    expect(await authenticationOf(mail(forged))).toBeUndefined();
    expect(await authenticationOf(mail(trusted), emailChannel)).toBeUndefined();
  });

  it('is kept for a mail of which only the head is read', async () => {
    const long = raw(`${separate}\r\nFrom: a@a.example\r\n\r\n${'\r\n'.repeat(300_000)}`);
    expect(await authenticationOf(long)).toEqual({ spf: null, dkim: null, dmarc: 'none' });
  });

  it('comes from the gateway for a mail in fields; invalid results are dropped', async () => {
    const body = {
      from: 'a@a.example',
      text: 'Hello',
      authentication: { spf: 'PASS', dkim: 7, dmarc: '<b>' },
    };
    expect(await authenticationOf(body)).toEqual({ spf: 'pass', dkim: null, dmarc: null });
  });
});
