import { expect, test } from '@jest/globals';
import { sampleData } from '../src/deliveries/sample-data.js';
import { eventTypes } from '../src/index.js';

/** The ids of records of one kind, wherever a sample names them: `contactId: '…'`, or `contact: { id: '…' }`. */
function readIds(value: unknown, kind: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => readIds(item, kind));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === `${kind}Id` && typeof inner === 'string') return [inner];
    const own = key === kind && typeof inner?.id === 'string' ? [inner.id] : [];
    return [...own, ...readIds(inner, kind)];
  });
}

test('all samples are about the same contact, chat and channel, and each has an id of its own', () => {
  const samples = eventTypes.map((type) => sampleData(type, new Date('2026-11-14T09:30:00Z')));
  const ids = ['contact', 'chat', 'channel'].map((kind) => new Set(readIds(samples, kind)));
  expect(ids.map(({ size }) => size)).toEqual([1, 1, 1]);
  expect(new Set(ids.flatMap((own) => [...own])).size).toBe(3);
});
