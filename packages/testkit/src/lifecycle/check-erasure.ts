import type { Result } from './describe-results.js';
import { erasePerson } from './erase-person.js';
import { expectedPlaces } from './expected-places.js';
import type { Installation } from './plant/installation.js';

/** Sends data of a person through the API and every provider, erases the person, and reports the data that is left. */
export async function checkErasure(installation: Installation): Promise<Result[]> {
  const { planted, left, losses, slowestDeletionMs, completedAfterMs } = await erasePerson(installation);
  const expected = expectedPlaces(installation);
  const store = installation.objects ? 'files in object storage' : 'files in PostgreSQL';
  const missing = expected.filter((table) => !(table in planted));
  return [
    {
      what: `tables with the marker before the erasure; ${store}`,
      measured: `${Object.keys(planted).length}${list(missing, 'without')}`,
      bound: `${expected.length}`,
      isMet: missing.length === 0,
    },
    {
      what: 'rows and objects with the marker after the erasure',
      measured: `${sum(left)}${list(Object.keys(left), 'in')}`,
      bound: '0',
      isMet: sum(left) === 0,
    },
    {
      what: 'lost data of other people',
      measured: losses.join(', ') || 'nothing',
      bound: 'nothing',
      isMet: losses.length === 0,
    },
    {
      what: 'slowest deletion; the last erasure completed after',
      measured: `${Math.round(slowestDeletionMs)} ms; ${Math.round(completedAfterMs)} ms`,
      bound: '2,000 ms; 60 s',
      isMet: slowestDeletionMs <= 2_000 && completedAfterMs <= 60_000,
    },
  ];
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function list(names: readonly string[], word: string): string {
  return names.length > 0 ? ` (${word} ${names.join(', ')})` : '';
}
