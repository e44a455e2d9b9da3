import { describe, expect, it } from '@jest/globals';
import { throwAwayCertificate } from '../throw-away-certificate.js';
import { postOnce, useOutbound } from '../use-outbound.js';

const { useAgent, useReceiver } = useOutbound();

describe('TLS', () => {
  const resolve = async () => ['127.0.0.1'];
  const allowedCidrs = ['127.0.0.0/8'];

  it.each(['hooks.example', 'HOOKS.example', 'hooks.example.'])(
    'sends the host name of %p as the server name',
    async (host) => {
      const receiver = await useReceiver({ secure: true });
      const agent = useAgent({ allowedCidrs, resolve, ca: throwAwayCertificate.cert });

      const outcome = await postOnce(agent, `https://${host}:${receiver.port}/`);

      expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
      expect(receiver.serverNames).toEqual(['hooks.example']);
    },
  );

  it.each([
    ['a self-signed certificate', 'https://hooks.example', undefined],
    ['a certificate of another name', 'https://other.example', throwAwayCertificate.cert],
    ['a certificate that does not have its address', 'https://127.0.0.1', throwAwayCertificate.cert],
  ])('sends nothing to a receiver with %s', async (_case, origin, ca) => {
    const receiver = await useReceiver({ secure: true });
    const agent = useAgent({ allowedCidrs, resolve, ...(ca && { ca }) });

    const outcome = await postOnce(agent, `${origin}:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'failed', reason: 'tls' });
    expect(receiver.requests).toHaveLength(0);
  });

  it('sends nothing to a receiver that speaks plain HTTP', async () => {
    const receiver = await useReceiver();
    const agent = useAgent({ allowedCidrs, resolve });

    const outcome = await postOnce(agent, `https://hooks.example:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'failed', reason: 'tls' });
    expect(receiver.requests).toHaveLength(0);
  });
});
