import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createGuardedAgent,
  type GuardedAgent,
  type GuardedAgentOptions,
} from '../../../src/outbound-http/request/guarded-agent.js';
import { postEvent } from '../../../src/outbound-http/request/post-event.js';
import { type Receiver, type ReceiverOptions, startReceiver, startTcpReceiver } from '../start-receiver.js';
import { throwAwayCertificate } from '../throw-away-certificate.js';

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function useAgent(options: GuardedAgentOptions = {}): GuardedAgent {
  const agent = createGuardedAgent(options);
  cleanUps.push(async () => agent.destroy());
  return agent;
}

async function useReceiver(options?: ReceiverOptions): Promise<Receiver> {
  const receiver = await startReceiver(undefined, options);
  cleanUps.push(() => receiver.close());
  return receiver;
}

/** Comes back when the connection of the answer is free again. */
async function post(agent: GuardedAgent, url: string) {
  const outcome = await postEvent(agent, { url, headers: {}, body: '{}', timeoutMs: 5_000 });
  await setImmediate();
  return outcome;
}

const refusal = expect.objectContaining({ kind: 'failed', reason: 'refused_address' });

describe('a URL whose host is an address in some spelling', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://017700000001:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.1:PORT/',
    'http://0X7F.0x0.0x0.0x1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://①②⑦.0.0.1:PORT/',
    'http://127。0。0。1:PORT/',
    'http://good@127.0.0.1:PORT/',
    'http://good.example:80@127.0.0.1:PORT/',
    'http://good.example%2f@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT\\@good.example/',
    'http:127.0.0.1:PORT/',
    'http:\\\\127.0.0.1:PORT/',
    ' HTTP://127.0.0.1:PORT/ ',
    'ht\ntp://127.0.\t0.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::FFFF:7F00:1]:PORT/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[64:ff9b:1::127.0.0.1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[fd00:ec2::254]:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/latest/meta-data/',
    'http://0xA9FEA9FE/latest/meta-data/',
    'https://127.0.0.1:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
  ])('%p is refused and nothing is connected', async (url) => {
    const bystander = await useReceiver();

    const outcome = await post(useAgent(), url.replace('PORT', String(bystander.port)));

    expect(outcome).toEqual(refusal);
    expect(bystander.sockets).toHaveLength(0);
  });

  it.each(['http://127.0.0.1:PORT/', 'http://2130706433:PORT/', 'http://[::ffff:127.0.0.1]:PORT/'])(
    '%p is reached when the operator has opened loopback',
    async (url) => {
      const receiver = await useReceiver();

      const outcome = await post(
        useAgent({ allowedCidrs: ['127.0.0.0/8'] }),
        url.replace('PORT', String(receiver.port)),
      );

      expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
    },
  );
});

describe('a URL whose host is a name', () => {
  it.each(['localhost', 'LOCALHOST', 'localhost.', 'hooks.localhost', 'ⓛocalhost'])(
    '%p is refused by the resolver of the service',
    async (host) => {
      const bystander = await useReceiver();

      const outcome = await post(useAgent(), `http://${host}:${bystander.port}/`);

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

    const outcome = await post(agent, `http://Bücher.Example:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
    expect(names).toEqual(['xn--bcher-kva.example']);
    expect(receiver.requests[0]?.headers.host).toBe(`xn--bcher-kva.example:${receiver.port}`);
  });

  it.each([[['127.0.0.1', '10.0.0.1']], [['10.0.0.1', '127.0.0.1']], [['127.0.0.1', 'fd00::1']]])(
    'is refused when only one of its addresses is: %j',
    async (addresses) => {
      const receiver = await useReceiver();
      const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'], resolve: async () => addresses });

      const outcome = await post(agent, `http://two.example:${receiver.port}/`);

      expect(outcome).toEqual(refusal);
      expect(receiver.sockets).toHaveLength(0);
    },
  );

  it('is refused without showing the address to the owner of the webhook', async () => {
    const outcome = await post(useAgent({ resolve: async () => ['10.1.2.3'] }), 'http://db.internal/');

    expect(outcome).toMatchObject({
      message: 'Webhooks may not be sent to "db.internal": its address is refused (private).',
    });
  });

  it('tries its next address when the first does not answer', async () => {
    const receiver = await useReceiver({ host: '127.0.0.3' });
    const agent = useAgent({
      allowedCidrs: ['127.0.0.0/8'],
      resolve: async () => ['127.0.0.2', '127.0.0.3'],
    });

    const outcome = await post(agent, `http://two.example:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
  });

  it('fails as dns when it does not exist or has no address', async () => {
    const notFound = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
    const missing = useAgent({ resolve: () => Promise.reject(notFound) });
    const empty = useAgent({ resolve: async () => [] });

    expect(await post(missing, 'http://missing.example/')).toMatchObject({
      kind: 'failed',
      reason: 'dns',
      message: 'The host name "missing.example" could not be resolved (ENOTFOUND).',
    });
    expect(await post(empty, 'http://empty.example/')).toMatchObject({ kind: 'failed', reason: 'dns' });
  });
});

describe('a name that changes between look-ups', () => {
  it('is connected only at the address that was checked', async () => {
    const bystander = await useReceiver({ host: '127.0.0.1' });
    const receiver = await useReceiver({ host: '127.0.0.2', port: bystander.port });
    const answers = ['127.0.0.2', '127.0.0.1'];
    let lookups = 0;
    const agent = useAgent({
      allowedCidrs: ['127.0.0.2/32'],
      resolve: async () => answers.slice(lookups++, lookups),
    });

    const outcome = await post(agent, `http://rebind.example:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
    expect(lookups).toBe(1);
    expect(receiver.requests).toHaveLength(1);
    expect(bystander.sockets).toHaveLength(0);
  });

  it('is looked up and refused again once its connections are 30 s old', async () => {
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

    await post(agent, url);
    address = '127.0.0.1';
    nowMs = 30_000;
    const reused = await post(agent, url);
    nowMs = 30_001;
    const renewed = await post(agent, url);

    expect(reused).toMatchObject({ kind: 'responded', statusCode: 200 });
    expect(renewed).toEqual(refusal);
    expect(lookups).toBe(2);
    expect(receiver.sockets).toHaveLength(1);
  });

  it('is checked anew for every connection', async () => {
    const receiver = await startReceiver((response) => response.setHeader('connection', 'close').end());
    cleanUps.push(() => receiver.close());
    const answers = [['127.0.0.1'], ['127.0.0.1', '192.168.1.1'], ['127.0.0.1']];
    let lookups = 0;
    const agent = useAgent({
      allowedCidrs: ['127.0.0.0/8'],
      resolve: async () => answers[lookups++] ?? [],
    });
    const url = `http://rebind.example:${receiver.port}/`;

    expect(await post(agent, url)).toMatchObject({ kind: 'responded' });
    expect(await post(agent, url)).toEqual(refusal);
    expect(await post(agent, url)).toMatchObject({ kind: 'responded' });
  });
});

describe('connections', () => {
  it('are kept alive and re-used', async () => {
    const receiver = await useReceiver();
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'] });

    for (let count = 0; count < 5; count += 1) await post(agent, `http://127.0.0.1:${receiver.port}/`);

    expect(receiver.requests).toHaveLength(5);
    expect(receiver.sockets).toHaveLength(1);
  });

  it('are at most as many to an origin as allowed', async () => {
    const receiver = await useReceiver();
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'], connectionsPerTarget: 3 });

    await Promise.all(Array.from({ length: 50 }, () => post(agent, `http://127.0.0.1:${receiver.port}/`)));

    expect(receiver.requests).toHaveLength(50);
    expect(receiver.sockets).toHaveLength(3);
  });

  it('are renewed under load when they are old, and no request is lost', async () => {
    let nowMs = 0;
    const receiver = await startReceiver((response) => {
      nowMs += 5_000;
      response.end();
    });
    cleanUps.push(() => receiver.close());
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'], connectionsPerTarget: 2, now: () => nowMs });
    const url = `http://127.0.0.1:${receiver.port}/`;

    const outcomes = await Promise.all(Array.from({ length: 60 }, () => post(agent, url)));

    expect(outcomes.filter(({ kind }) => kind === 'responded')).toHaveLength(60);
    // A connection lives through six or seven answers of five seconds, two at a time.
    expect(receiver.sockets.length).toBeGreaterThanOrEqual(8);
    expect(receiver.sockets.length).toBeLessThanOrEqual(22);
  });

  it('are closed with the agent after the requests under way, those that wait included', async () => {
    const receiver = await useReceiver();
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'], connectionsPerTarget: 2 });
    const url = `http://127.0.0.1:${receiver.port}/`;

    const underWay = Array.from({ length: 20 }, () => post(agent, url));
    await agent.close();
    const late = await post(agent, url);

    for (const outcome of await Promise.all(underWay)) expect(outcome).toMatchObject({ kind: 'responded' });
    expect(late).toMatchObject({ kind: 'failed', reason: 'aborted' });
    expect(receiver.requests).toHaveLength(20);
  });

  it('are closed with an agent that has none', async () => {
    await expect(useAgent().close()).resolves.toBeUndefined();
  });

  it('are not opened again after a request that was given up', async () => {
    const receiver = await startTcpReceiver((socket) => socket.resume());
    cleanUps.push(() => receiver.close());
    const agent = useAgent({ allowedCidrs: ['127.0.0.0/8'] });
    const url = `http://127.0.0.1:${receiver.port}/`;

    await postEvent(agent, { url, headers: {}, body: '{}', timeoutMs: 50 });
    await Promise.all(
      receiver.sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    await agent.close();

    expect(receiver.sockets).toHaveLength(1);
  });
});

describe('TLS', () => {
  const resolve = async () => ['127.0.0.1'];
  const allowedCidrs = ['127.0.0.0/8'];

  it.each(['hooks.example', 'HOOKS.example', 'hooks.example.'])(
    'greets the receiver by the host name of %p',
    async (host) => {
      const receiver = await useReceiver({ secure: true });
      const agent = useAgent({ allowedCidrs, resolve, ca: throwAwayCertificate.cert });

      const outcome = await post(agent, `https://${host}:${receiver.port}/`);

      expect(outcome).toMatchObject({ kind: 'responded', statusCode: 200 });
      expect(receiver.serverNames).toEqual(['hooks.example']);
    },
  );

  it.each([
    ['a certificate of its own making', 'https://hooks.example', undefined],
    ['a certificate of another name', 'https://other.example', throwAwayCertificate.cert],
    ['a certificate that does not have its address', 'https://127.0.0.1', throwAwayCertificate.cert],
  ])('does not talk to a receiver with %s', async (_fault, origin, ca) => {
    const receiver = await useReceiver({ secure: true });
    const agent = useAgent({ allowedCidrs, resolve, ...(ca && { ca }) });

    const outcome = await post(agent, `${origin}:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'failed', reason: 'tls' });
    expect(receiver.requests).toHaveLength(0);
  });

  it('does not talk to a receiver that speaks plain HTTP', async () => {
    const receiver = await useReceiver();
    const agent = useAgent({ allowedCidrs, resolve });

    const outcome = await post(agent, `https://hooks.example:${receiver.port}/`);

    expect(outcome).toMatchObject({ kind: 'failed', reason: 'tls' });
    expect(receiver.requests).toHaveLength(0);
  });
});
