import type { Installation } from './plant/installation.js';

/**
 * The tables in which a marker is found before the erasure. If a table of this list is missing in the result, the run
 * did not send all data. If the result has another table, the erasure may have forgotten that table.
 */
const expectedTables: readonly string[] = [
  'public.attribute_values',
  'public.automation_runs',
  'public.chat_notes',
  'public.contacts',
  'public.dead_jobs',
  'public.delivery_attempts',
  'public.early_statuses',
  'public.events',
  'public.files',
  'public.handles',
  'public.idempotency_keys',
  'public.message_words',
  'public.messages',
];

/** Returns every place that must have a marker before the erasure: the tables, and where the contents of files are stored. */
export function expectedPlaces({ objects }: Pick<Installation, 'objects'>): string[] {
  return [...expectedTables, objects ? 'object storage' : 'public.file_contents'].sort();
}
