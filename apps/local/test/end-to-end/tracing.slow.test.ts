import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  type Collector,
  messageText,
  type ReceivedSpan,
  setTraceScene,
  startCollector,
  type TraceScene,
} from '@parley/testkit/traces';
import { waitUntil } from '@parley/testkit/wait-until';
import { useProcesses } from './use-processes.js';

jest.setTimeout(120_000);

const { database, startApi, startWorker } = useProcesses();
const opened: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

async function open<Opened extends { stop(): Promise<void> }>(opening: Promise<Opened>): Promise<Opened> {
  const one = await opening;
  opened.push(one);
  return one;
}

function newCaller() {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

const exportingTo = ({ url }: Collector) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_BSP_SCHEDULE_DELAY: '50',
});

function spanNamed(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const [found, ...more] = spans.filter((span) => span.name === name);
  if (!found || more.length > 0) throw new Error(`There are ${more.length + (found ? 1 : 0)} spans ${name}.`);
  return found;
}

/** Returns the names of a span and of the spans that caused it, up to the span of the caller. */
function pathOf(spans: readonly ReceivedSpan[], span: ReceivedSpan | undefined): string[] {
  if (span === undefined) return [];
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  const above = parent ? pathOf(spans, parent) : [`caller ${span.parentSpanId}`];
  return [...above, `${span.service}: ${span.name}`];
}

async function storedTraceparents({ tenantId }: TraceScene): Promise<unknown> {
  const { rows } = await database().pool.query(
    'select traceparent from events where tenant_id = $1 order by id',
    [tenantId],
  );
  return rows.map(({ traceparent }) => traceparent);
}

describe('with a collector', () => {
  it('one trace leads from the caller through both processes to the provider and to the webhook', async () => {
    const collector = await open(startCollector());
    const scene = await open(setTraceScene(database()));
    const api = await startApi(exportingTo(collector));
    const worker = await startWorker(exportingTo(collector));
    const caller = newCaller();
    expect(await scene.sendMessage(api.url, { traceparent: caller.traceparent })).toBe(200);
    await waitUntil(() => scene.delivered.length === 1);
    // A stopping process sends the spans that are left.
    expect(await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')])).toEqual([0, 0]);

    const spans = collector.spansOf(caller.traceId);
    const sending = [
      `caller ${caller.spanId}`,
      'parley-api: POST /v3/messages/send',
      'parley-api: transaction',
      'parley-worker: process send-message',
    ];
    const call = spanNamed(spans, 'send sms');
    expect(pathOf(spans, call)).toEqual([...sending, 'parley-worker: send sms']);
    expect(scene.sent[0]?.headers.traceparent).toBe(`00-${caller.traceId}-${call.spanId}-01`);

    const attempt = spanNamed(spans, 'deliver message.sent');
    expect(pathOf(spans, attempt)).toEqual([
      ...sending,
      'parley-worker: transaction',
      'parley-worker: process deliver-event',
      'parley-worker: deliver message.sent',
    ]);
    expect(scene.delivered[0]?.headers.traceparent).toBe(`00-${caller.traceId}-${attempt.spanId}-01`);
    expect(attempt.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'http.request.resend_count': 0,
    });

    const request = spanNamed(spans, 'POST /v3/messages/send');
    expect(request).toMatchObject({ kind: 'server', isError: false });
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v3/messages/send',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'parley.tenant.id': scene.tenantId,
    });
    const added = spanNamed(spans, 'end-attempts-to-send');
    expect(added).toMatchObject({ kind: 'producer' });
    expect(added.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.operation.name': 'end-attempts-to-send',
    });
    const cause = spans.find(({ spanId }) => spanId === added.parentSpanId);
    expect(await storedTraceparents(scene)).toEqual([`00-${caller.traceId}-${cause?.spanId}-01`]);
    expect(api.logged('request')).toContainEqual(
      expect.objectContaining({ operationId: 'sendMessage', trace_id: caller.traceId }),
    );

    const values = collector.spans.flatMap(({ name, attributes }) => [name, ...Object.values(attributes)]);
    const { port } = new URL(api.url);
    for (const secret of [messageText, scene.token, 'Ada', '+49151', '/hook', `:${port}`, 'secret']) {
      expect(values.filter((value) => String(value).includes(secret))).toEqual([]);
    }
  });

  it('a worker that is killed in the middle of a delivery leaves the trace to its successor', async () => {
    const collector = await open(startCollector());
    const attempts: (() => void)[] = [];
    const scene = await open(
      setTraceScene(database(), (response) => {
        attempts.push(() => response.end());
        if (attempts.length > 1) response.end();
      }),
    );
    const api = await startApi(exportingTo(collector));
    const first = await startWorker(exportingTo(collector));
    const caller = newCaller();
    await scene.sendMessage(api.url, { traceparent: caller.traceparent });
    await waitUntil(() => attempts.length === 1);
    await first.end('SIGKILL');
    await startWorker(exportingTo(collector));
    await waitUntil(() => attempts.length === 2);
    const ended = () => collector.spansOf(caller.traceId).find(({ name }) => name === 'deliver message.sent');
    await waitUntil(() => ended() !== undefined);
    expect(ended()?.attributes).toMatchObject({ 'http.request.resend_count': 1 });
    const traceIds = scene.delivered.map(({ headers }) => String(headers.traceparent).split('-')[1]);
    expect(traceIds).toEqual([caller.traceId, caller.traceId]);
  });

  it('a caller that does not sample is followed: nothing is recorded, and the position is passed on', async () => {
    const collector = await open(startCollector());
    const scene = await open(setTraceScene(database()));
    const api = await startApi(exportingTo(collector));
    const worker = await startWorker(exportingTo(collector));
    const { traceId, traceparent } = newCaller();
    await scene.sendMessage(api.url, { traceparent: traceparent.replace(/01$/, '00') });
    await waitUntil(() => scene.delivered.length === 1);
    await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')]);
    expect(collector.spansOf(traceId)).toEqual([]);
    expect(scene.delivered[0]?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  });
});

describe('with a collector that fails', () => {
  it.each([
    ['refuses', (response: { writeHead(status: number): { end(): void } }) => response.writeHead(400).end()],
    ['never responds', () => undefined],
  ])(
    'that %s, requests succeed, one line is logged, and the process stops in time',
    async (_what, respond) => {
      const collector = await open(startCollector(respond));
      const scene = await open(setTraceScene(database()));
      const api = await startApi({ ...exportingTo(collector), OTEL_EXPORTER_OTLP_TIMEOUT: '300' });
      for (let round = 1; round <= 3; round += 1) {
        expect(await scene.sendMessage(api.url)).toBe(200);
        await waitUntil(() => collector.requests >= round);
      }
      const failed = 'the collector of traces does not accept spans; they are dropped until it does';
      await waitUntil(() => api.logged(failed).length > 0);
      const stoppedAt = performance.now();
      expect(await api.end('SIGTERM')).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(8_000);
      expect(api.logged(failed)).toHaveLength(1);
      expect(api.output()).not.toMatch(/"level":(?:50|60)/);
    },
  );
});

describe('without a collector', () => {
  it('nothing is stored and sent for a request without traceparent', async () => {
    const scene = await open(setTraceScene(database()));
    const api = await startApi();
    await startWorker();
    await scene.sendMessage(api.url, { traceparent: 'not valid' });
    await waitUntil(() => scene.delivered.length === 1);
    expect(scene.delivered[0]?.headers).not.toHaveProperty('traceparent');
    expect(scene.sent[0]?.headers).not.toHaveProperty('traceparent');
    expect(await storedTraceparents(scene)).toEqual([null]);
    expect(api.logged('request')).toEqual([expect.not.objectContaining({ trace_id: expect.anything() })]);
  });

  it('the position of a caller reaches the provider and the webhook unchanged', async () => {
    const scene = await open(setTraceScene(database()));
    const api = await startApi();
    await startWorker();
    const { traceId, traceparent } = newCaller();
    await scene.sendMessage(api.url, { traceparent });
    await waitUntil(() => scene.delivered.length === 1);
    expect(scene.sent[0]?.headers.traceparent).toBe(traceparent);
    expect(scene.delivered[0]?.headers.traceparent).toBe(traceparent);
    expect(api.logged('request')).toEqual([expect.objectContaining({ trace_id: traceId })]);
  });
});
