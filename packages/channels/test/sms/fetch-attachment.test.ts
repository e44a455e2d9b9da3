import { afterEach, describe, expect, it } from '@jest/globals';
import { adapterFor, type LinkedAttachment } from '../../src/index.js';
import { smsChannel } from '../support/ingress-request.js';
import { type Provider, startProvider } from '../support/provider-server.js';
import { readFetched } from '../support/read-fetched.js';

const { fetchAttachment } = adapterFor('sms');

describe('attachments received by SMS', () => {
  const servers: Provider[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });
  const media = (url: string): LinkedAttachment => ({
    type: 'image',
    url,
    needsCredentials: true,
    name: null,
    contentType: 'image/jpeg',
    size: null,
  });

  it('are fetched with the credentials, which do not follow a redirect to another host', async () => {
    const store = await startProvider((response) =>
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('jpeg'),
    );
    const twilio = await startProvider((response) =>
      response.writeHead(307, { location: `${store.url}/s3` }).end(),
    );
    servers.push(store, twilio);
    const options = { baseUrl: twilio.url };
    const fetched = await fetchAttachment?.(media(`${twilio.url}/Media/ME1`), smsChannel, options);
    expect(await readFetched(fetched)).toEqual({ content: 'jpeg', contentType: 'image/jpeg' });
    expect(twilio.requests[0]?.headers.authorization).toMatch(/^Basic /);
    expect(store.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('a link to another host gets no credentials', async () => {
    const otherHost = await startProvider((response) => response.end('x'));
    servers.push(otherHost);
    await fetchAttachment?.(media(`${otherHost.url}/x`), smsChannel);
    expect(otherHost.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('too many redirects are refused', async () => {
    const loop = await startProvider((response) => response.writeHead(302, { location: '/again' }).end());
    servers.push(loop);
    await expect(fetchAttachment?.(media(`${loop.url}/x`), smsChannel)).rejects.toMatchObject({
      code: 'too_many_redirects',
    });
    expect(loop.requests).toHaveLength(4);
  });
});
