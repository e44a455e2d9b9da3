import type { Installation } from './plant/installation.js';

/**
 * The tables in which a marker is found before the erasure. A table that is missing here or in the result means that a way
 * in was not tried, or that a table has become known that the erasure may have forgotten.
 */
const expectedTables: readonly string[] = [
  'public.attribute_values',
  'public.automation_runs',
  'public.contacts',
  'public.dead_jobs',
  'public.delivery_attempts',
  'public.early_statuses',
  'public.events',
  'public.files',
  'public.handles',
  'public.idempotency_keys',
  'public.messages',
];

/** The tables, and the place of the bytes of files. */
export function expectedPlaces({ objects }: Pick<Installation, 'objects'>): string[] {
  return [...expectedTables, objects ? 'object storage' : 'public.file_contents'].sort();
}
