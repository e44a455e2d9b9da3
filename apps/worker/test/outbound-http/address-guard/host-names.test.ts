import { describe, expect, it } from '@jest/globals';
import { startReceiver } from '../start-receiver.js';
import { postOnce, useOutbound } from '../use-outbound.js';

const { use, useAgent, useReceiver } = useOutbound();

const refusal = expect.objectContaining({ kind: 'failed', reason: 'refused_address' });

describe('a URL whose host is a name', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'hooks.localhost', 'ⓛocalhost'])(
    '%p is refused by the resolver of the service',
    async (host) => {
      const bystander = await useReceiver();

      const outcome = await postOnce(useAgent(), `http://${host}:${bystander.port}/`);

      expect(outcome).toEqual(refusal);
      expect(bystander.sockets).toHaveLength(0);
    },
  );

  it('connects to the address that was found', async () => {
    const receiver = await useReceiver();
    const names: string[] = [];
    const agent = useAgent({
      allowedCidrs: ['127.0.0.0/8'],
      resolve: async (name) => {
        names.push(name);
        return ['127.0.0.1'];
      },
    });

    const outcome = await postOnce(agent, `http://Bücher.Example:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
    expect(names).toEqual(['xn--bcher-kva.example']);
    expect(receiver.requests[0]?.headers.host).toBe(`xn--bcher-kva.example:${receiver.port}`);
  });

  it.each([[['127.0.0.1', '10.0.0.1']], [['10.0.0.1', '127.0.0.1']], [['127.0.0.1', 'fd00::1']]])(
    'is refused when one of its addresses is not allowed: %j',
    async (addresses) => {
      const receiver = await useReceiver();
      const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'], resolve: async () => addresses });

      const outcome = await postOnce(agent, `http://two.example:${receiver.port}/`);

      expect(outcome).toEqual(refusal);
      expect(receiver.sockets).toHaveLength(0);
    },
  );

  it('is refused without showing the address to the owner of the webhook', async () => {
    const outcome = await postOnce(useAgent({ resolve: async () => ['10.1.2.3'] }), 'http://db.internal/');

    expect(outcome).toMatchObject({
      message: 'Webhooks may not be sent to "db.internal": its address is refused (private).',
    });
  });

  it('tries its next address when the first does not respond', async () => {
    const receiver = await useReceiver({ host: '127.0.0.3' });
    const agent = useAgent({
      allowedCidrs: ['127.0.0.0/8'],
      resolve: async () => ['127.0.0.2', '127.0.0.3'],
    });

    const outcome = await postOnce(agent, `http://two.example:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
  });

  it('fails as dns when it does not exist or has no address', async () => {
    const notFound = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    const missing = useAgent({ resolve: () => Promise.reject(notFound) });
    const empty = useAgent({ resolve: async () => [] });

    expect(await postOnce(missing, 'http://missing.example/')).toMatchObject({
      kind: 'failed',
      reason: 'dns',
      message: 'The host name "missing.example" could not be resolved (ENOTFOUND).',
    });
    expect(await postOnce(empty, 'http://empty.example/')).toMatchObject({ kind: 'failed', reason: 'dns' });
  });
});

describe('a name that changes between lookups', () => {
  it('is connected only to the address that was checked', async () => {
    const bystander = await useReceiver({ host: '127.0.0.1' });
    const receiver = await useReceiver({ host: '127.0.0.2', port: bystander.port });
    const responses = ['127.0.0.2', '127.0.0.1'];
    let lookups = 0;
    const agent = useAgent({
      allowedCidrs: ['127.0.0.2/32'],
      resolve: async () => responses.slice(lookups++, lookups),
    });

    const outcome = await postOnce(agent, `http://rebind.example:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
    expect(lookups).toBe(1);
    expect(receiver.requests).toHaveLength(1);
    expect(bystander.sockets).toHaveLength(0);
  });

  it('is looked up again, and refused, once its connections are 30 s old', async () => {
    const receiver = await useReceiver({ host: '127.0.0.2' });
    let nowMs = 0;
    let address = '127.0.0.2';
    let lookups = 0;
    const agent = useAgent({
      allowedCidrs: ['127.0.0.2/32'],
      now: () => nowMs,
      resolve: async () => {
        lookups += 1;
        return [address];
      },
    });
    const url = `http://rebind.example:${receiver.port}/`;

    await postOnce(agent, url);
    address = '127.0.0.1';
    nowMs = 30_000;
    const reused = await postOnce(agent, url);
    nowMs = 30_001;
    const renewed = await postOnce(agent, url);

    expect(reused).toMatchObject({ kind: 'responded', statusCode: 200 });
    expect(renewed).toEqual(refusal);
    expect(lookups).toBe(2);
    expect(receiver.sockets).toHaveLength(1);
  });

  it('is checked again for every connection', async () => {
    const receiver = await use(startReceiver((response) => response.setHeader('connection', 'close').end()));
    const responses = [['127.0.0.1'], ['127.0.0.1', '192.168.1.1'], ['127.0.0.1']];
    let lookups = 0;
    const agent = useAgent({
      allowedCidrs: ['127.0.0.0/8'],
      resolve: async () => responses[lookups++] ?? [],
    });
    const url = `http://rebind.example:${receiver.port}/`;

    expect(await postOnce(agent, url)).toMatchObject({ kind: 'responded' });
    expect(await postOnce(agent, url)).toEqual(refusal);
    expect(await postOnce(agent, url)).toMatchObject({ kind: 'responded' });
  });
});
