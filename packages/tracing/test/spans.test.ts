import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
// The file is imported by its path: the testkit depends on this package, and packages must not form a cycle of
// dependencies.
import { type Collector, startCollector } from '../../testkit/src/traces/index.js';
import {
  continuedTrace,
  readTrace,
  startTracing,
  type Trace,
  traceHeaders,
  withEntrySpan,
  withSharedSpan,
  withSpan,
} from '../src/index.js';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const settings = { sampler: 'parentbased_always_on', ratio: 1, delayMs: 10, maxQueueSize: 2_048 } as const;
const logger = { info: () => undefined, warn: () => undefined };
const entry = { name: 'entry', kind: 'server' } as const;
const part = { name: 'part', kind: 'internal' } as const;

let collector: Collector;
let stop = async () => {};
beforeAll(async () => {
  collector = await startCollector();
});
afterEach(() => stop());
afterAll(() => collector.stop());

/** The exporter reads its address from the environment, as the specification says. */
async function record(
  work: () => Promise<unknown>,
  sampler: (typeof settings)['sampler'] | 'always_off' = settings.sampler,
) {
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  try {
    stop = await startTracing({ ...settings, sampler }, { serviceName: 'test', logger });
  } finally {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  }
  const before = collector.spans.length;
  await work();
  await stop();
  return collector.spans.slice(before);
}

describe('while tracing is off', () => {
  const headersInside = (trace: Trace | undefined) =>
    withEntrySpan(trace, entry, (inEntry) =>
      withSpan(inEntry, part, (inPart) =>
        withSharedSpan([undefined, inPart], async (shared) => traceHeaders(shared)),
      ),
    );

  it('work runs outside any trace', async () => {
    expect(await headersInside(undefined)).toEqual({});
  });

  it('work keeps the position of its caller', async () => {
    expect(await headersInside(readTrace(traceparent))).toEqual({ traceparent });
  });
});

describe('while tracing is on', () => {
  it('a failure is recorded by its code and never by its message', async () => {
    const failure = Object.assign(new Error('Ada lives at 5 Elm Street'), { code: '23505' });
    const fail = () =>
      withEntrySpan(undefined, entry, (trace) => withSpan(trace, part, () => Promise.reject(failure)));
    const spans = await record(() => expect(fail()).rejects.toBe(failure));
    expect(spans.map(({ name, isError, attributes }) => ({ name, isError, attributes }))).toEqual([
      { name: 'part', isError: true, attributes: { 'error.type': '23505' } },
      { name: 'entry', isError: true, attributes: { 'error.type': '23505' } },
    ]);
  });

  it('attributes belong to one span, and those without a value are left out', async () => {
    const shared = { ...part, attributes: { 'db.system.name': 'postgresql' } };
    const startedMs = Date.parse('2026-11-14T09:30:00Z');
    jest.spyOn(Date, 'now').mockReturnValue(startedMs);
    const spans = await record(() =>
      withEntrySpan(undefined, entry, async (trace) => {
        await withSpan(trace, shared, async (_, span) =>
          span?.set({ 'http.route': undefined, 'db.system.name': undefined, 'parley.job.attempt': 1 }),
        );
        await withSpan(trace, shared, async (_, span) => span?.rename('renamed'));
      }),
    );
    expect(spans.map(({ name, kind, attributes }) => ({ name, kind, attributes }))).toEqual([
      {
        name: 'part',
        kind: 'internal',
        attributes: { 'db.system.name': 'postgresql', 'parley.job.attempt': 1 },
      },
      { name: 'renamed', kind: 'internal', attributes: { 'db.system.name': 'postgresql' } },
      { name: 'entry', kind: 'server', attributes: {} },
    ]);
    jest.restoreAllMocks();
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    for (const { startNs, endNs } of spans) {
      expect(startNs).toBeGreaterThanOrEqual(BigInt(startedMs) * 1_000_000n);
      expect(endNs).toBeGreaterThanOrEqual(startNs);
    }
  });

  it('nothing is recorded outside an entry, and nothing below an entry that is not sampled', async () => {
    expect(await record(() => withSpan(undefined, part, async () => undefined))).toEqual([]);
    const unsampled = readTrace(traceparent.replace(/01$/, '00'));
    const work = () => withEntrySpan(unsampled, entry, (trace) => withSpan(trace, part, async () => 1));
    expect(await record(work)).toEqual([]);
    expect(await record(() => withEntrySpan(undefined, entry, async () => 1), 'always_off')).toEqual([]);
  });

  it('work for several callers belongs to the first one and is linked to the others', async () => {
    const other = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
    const callers = [readTrace(traceparent), undefined, readTrace(`00-${other.traceId}-${other.spanId}-01`)];
    const spans = await record(() =>
      withSharedSpan(callers, (trace) => withSpan(trace, part, async () => undefined)),
    );
    const [inner, batch] = spans;
    expect(spans.map(({ name }) => name)).toEqual(['part', 'batch']);
    expect(batch).toMatchObject({ parentSpanId: '00f067aa0ba902b7', links: [other] });
    expect(inner).toMatchObject({ parentSpanId: batch?.spanId, links: [] });
  });

  it('work for one caller has its position, and work for callers outside any trace has none', async () => {
    const first = readTrace(traceparent);
    expect(await withSharedSpan([undefined, first], async (trace) => trace)).toBe(first);
    expect(await withSharedSpan([undefined], async (trace) => trace)).toBeUndefined();
  });
});

describe('the trace of something stored', () => {
  it('is the stored one, unless the current work continues another', () => {
    const stored = readTrace(traceparent);
    const resend = readTrace('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
    const own = resend && { ...resend, isContinued: false };
    expect(continuedTrace(traceparent, undefined)).toEqual(stored);
    expect(continuedTrace(traceparent, own)).toEqual(stored);
    expect(continuedTrace(traceparent, resend)).toEqual(resend);
    expect(continuedTrace(null, own)).toEqual(own);
  });
});
