import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  expressHandler,
  fetchHandler,
  type WebhookEvent,
  type WebhookHandlerOptions,
} from '@parley/client/webhooks';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { type Delivery, deliver, secret } from '../support/deliveries.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(app: Express): Promise<string> {
  const errors: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(500).send(`Passed on: ${error.message}`);
  };
  app.use(errors);
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/hook`;
}

type Options = Partial<WebhookHandlerOptions>;
type Receive = (delivery: Delivery, method?: string) => Promise<{ status: number; text: string }>;
type Start = (options: Options) => Promise<Receive>;

const overHttp =
  (url: string): Receive =>
  async ({ headers, body }, method = 'POST') => {
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body }) });
    return { status: response.status, text: await response.text() };
  };

const fill = (options: Options): WebhookHandlerOptions => ({ secret, onEvent: () => {}, ...options });

const frameworks: ReadonlyArray<readonly [string, Start]> = [
  [
    'Express',
    async (options) => overHttp(await listen(express().post('/hook', expressHandler(fill(options))))),
  ],
  [
    'Express after express.raw',
    async (options) =>
      overHttp(
        await listen(express().post('/hook', express.raw({ type: '*/*' }), expressHandler(fill(options)))),
      ),
  ],
  [
    'Express on a platform that keeps the bytes',
    async (options) => {
      const keep = express.json({
        type: '*/*',
        verify: (request, _, rawBody) => Object.assign(request, { rawBody }),
      });
      return overHttp(await listen(express().post('/hook', keep, expressHandler(fill(options)))));
    },
  ],
  [
    'Fetch',
    async (options) => {
      const handle = fetchHandler(fill(options));
      return async ({ headers, body }, method = 'POST') => {
        const url = 'https://partner.example/hook';
        const request = new Request(url, { method, headers, ...(method === 'POST' && { body }) });
        const response = await handle(request).catch((error: unknown) => {
          return new Response(`Passed on: ${error instanceof Error ? error.message : error}`, {
            status: 500,
          });
        });
        return { status: response.status, text: await response.text() };
      };
    },
  ],
];

describe.each(frameworks)('%s', (_, start) => {
  it('204 and the event, when the signature is right', async () => {
    const events: WebhookEvent[] = [];
    const receive = await start({ onEvent: (event) => events.push(event) });
    const delivery = deliver();
    await expect(receive(delivery)).resolves.toEqual({ status: 204, text: '' });
    expect(events).toEqual([JSON.parse(delivery.body)]);
  });

  it('responds when the handler has finished', async () => {
    const done: string[] = [];
    const onEvent = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push('kept');
    };
    const receive = await start({ onEvent });
    await receive(deliver());
    expect(done).toEqual(['kept']);
  });

  it('401 and no event, when the signature is wrong or old', async () => {
    const events: WebhookEvent[] = [];
    const receive = await start({ onEvent: (event) => events.push(event), toleranceSeconds: 10 });
    const { headers, body } = deliver();
    const forged = await receive({ headers, body: body.replace('{', '{ ') });
    expect(forged).toMatchObject({ status: 401, text: expect.stringContaining('does not match') });
    const old = await receive(deliver({ sentAt: new Date(Date.now() - 60_000) }));
    expect(old).toMatchObject({ status: 401, text: expect.stringContaining('10 are allowed') });
    expect(events).toEqual([]);
  });

  it('400 when the signed body is not an event', async () => {
    const receive = await start({});
    await expect(receive(deliver({ body: '{"hello":"world"}' }))).resolves.toMatchObject({ status: 400 });
  });

  it('rethrows the error of the handler, so that the delivery is retried', async () => {
    const receive = await start({
      onEvent() {
        throw new Error('No disk');
      },
    });
    await expect(receive(deliver())).resolves.toEqual({ status: 500, text: 'Passed on: No disk' });
  });

  it('rethrows the error about its own malformed secret', async () => {
    const receive = await start({ secret: '' });
    await expect(receive(deliver())).resolves.toMatchObject({
      status: 500,
      text: expect.stringMatching(/Is the variable set/),
    });
  });
});

describe.each(frameworks.filter(([name]) => name === 'Express' || name === 'Fetch'))(
  '%s alone',
  (name, start) => {
    it('413 when there is more than maxBytes', async () => {
      const delivery = deliver({ body: `{"event":"x","data":"${'a'.repeat(200_000)}"}` });
      const receive = await start({ maxBytes: 100_000 });
      await expect(receive(delivery)).resolves.toMatchObject({
        status: 413,
        text: expect.stringMatching(/more than 100000 bytes/),
      });
      await expect((await start({}))(delivery)).resolves.toMatchObject({ status: 204 });
    });

    it('405 or 404 for anything but a POST', async () => {
      const receive = await start({});
      const { status } = await receive(deliver(), 'GET');
      expect(status).toBe(name === 'Fetch' ? 405 : 404);
    });
  },
);

describe('Express after express.json', () => {
  it('rethrows the error with the advice to change the order', async () => {
    const app = express()
      .use(express.json({ type: '*/*' }))
      .post('/hook', expressHandler(fill({})));
    const response = await overHttp(await listen(app))(deliver());
    expect(response).toMatchObject({
      status: 500,
      text: expect.stringMatching(/Put this before express.json\(\)/),
    });
  });
});
