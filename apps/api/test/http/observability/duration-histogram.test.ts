import { describe, expect, it } from '@jest/globals';
import { Histogram, Registry } from 'prom-client';
import { DurationHistogram } from '../../../src/http/observability/duration-histogram.js';

const shape = {
  name: 'request_duration_seconds',
  help: 'Requests served,\nand how long each took.',
  labelNames: ['operation_id', 'status'],
  buckets: [0.002, 0.05, 1],
};

const observations: readonly (readonly [operationId: string, status: string, seconds: number])[] = [
  ['getChat', '200', 0.001],
  ['getChat', '200', 0.002],
  ['getChat', '200', 0.0020001],
  ['getChat', '404', 0.1],
  ['getChat', '200', 0.3],
  ['none', '404', 17],
  ['getChat', '200', 0],
  ['a "quoted"\\ name', '200', 1],
  ['getChat', '200', 1.5],
];

function observeBoth() {
  const own = new Registry();
  const usual = new Registry();
  const histogram = new DurationHistogram({ ...shape, registry: own });
  const usualHistogram = new Histogram({ ...shape, registers: [usual] });
  return {
    own,
    usual,
    observe() {
      for (const [operationId, status, seconds] of observations) {
        histogram.observe([operationId, status], seconds);
        usualHistogram.observe({ operation_id: operationId, status }, seconds);
      }
    },
  };
}

describe('a duration histogram exports the same as that of prom-client', () => {
  it('before the first observation, and afterwards', async () => {
    const { own, usual, observe } = observeBoth();
    expect(await own.metrics()).toBe(await usual.metrics());
    observe();
    const text = await own.metrics();
    expect(text).toBe(await usual.metrics());
    expect(text).toContain(
      'request_duration_seconds_bucket{le="+Inf",operation_id="getChat",status="200"} 6\n',
    );
  });

  it('as JSON, with a default label', async () => {
    const { own, usual, observe } = observeBoth();
    for (const registry of [own, usual]) registry.setDefaultLabels({ region: 'north' });
    observe();
    expect(await own.getMetricsAsJSON()).toMatchObject(withoutExemplars(await usual.getMetricsAsJSON()));
  });

  it('after it was reset', async () => {
    const { own, usual, observe } = observeBoth();
    observe();
    for (const registry of [own, usual]) registry.resetMetrics();
    expect(await own.metrics()).toBe(await usual.metrics());
    observe();
    expect(await own.metrics()).toBe(await usual.metrics());
  });

  it('and its name cannot be registered twice', () => {
    const { own } = observeBoth();
    expect(() => new DurationHistogram({ ...shape, registry: own })).toThrow('already been registered');
  });
});

/** Our registry has no default labels. */
function withoutExemplars(metrics: Awaited<ReturnType<Registry['getMetricsAsJSON']>>): object[] {
  return JSON.parse(JSON.stringify(metrics, (key, value) => (key === 'exemplar' ? undefined : value)));
}
