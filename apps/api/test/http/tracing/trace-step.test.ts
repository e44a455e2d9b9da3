import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Collector, startCollector } from '@parley/testkit/traces';
import { startTracing } from '@parley/tracing';
import express, { type Response } from 'express';
import { traceRequests } from '../../../src/http/observability/trace-requests.js';
import { createContextStarter } from '../../../src/http/request/request-context.js';
import { traceStep } from '../../../src/http/tracing/trace-step.js';

const logger = { info: () => undefined, warn: () => undefined };
const settings = { sampler: 'parentbased_always_on', ratio: 1, delayMs: 10, maxQueueSize: 100 } as const;

let collector: Collector;
let stopTracing = async () => {};
beforeAll(async () => {
  collector = await startCollector();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  stopTracing = await startTracing(settings, { serviceName: 'test', logger });
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
});
afterAll(() => collector.stop());

let steadyMs = 0;

async function runSteps(response: Response): Promise<void> {
  await traceStep(response, 'long', async () => {
    await Promise.resolve();
    steadyMs += 20;
  });
  expect(traceStep(response, 'known', () => 1)).toBe(1);
  await traceStep(response, 'short', async () => undefined);
  const refuse = () => traceStep(response, 'refused', () => Promise.reject(new Error('refused')));
  await expect(refuse()).rejects.toThrow('refused');
}

async function listen(app: express.Express): Promise<Server> {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

it('a step of a request has a span below the request if it takes long, and none if its result is known', async () => {
  jest.spyOn(performance, 'now').mockImplementation(() => steadyMs);
  const app = express();
  app.use(createContextStarter({}), traceRequests, async (_, response) => {
    await runSteps(response);
    response.end();
  });
  const server = await listen(app);
  const { port } = server.address() as AddressInfo; // It listens on a port.
  const sampled = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  for (const traceparent of [sampled, sampled.replace(/01$/, '00')]) {
    const { status } = await fetch(`http://127.0.0.1:${port}/v3/chats`, { headers: { traceparent } });
    expect(status).toBe(200);
  }
  await new Promise((resolve) => server.close(resolve));
  await stopTracing();
  expect(collector.spans.map(({ name, kind, isError }) => ({ name, kind, isError }))).toEqual([
    { name: 'long', kind: 'internal', isError: false },
    { name: 'GET', kind: 'server', isError: false },
  ]);
  const [step, request] = collector.spans;
  expect(step?.parentSpanId).toBe(request?.spanId);
});
