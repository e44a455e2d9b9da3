import { sizedStatement } from '../sql/sized-statement.js';
import { expiredIn, type Removed } from './removal.js';

/** Notes are kept as long as messages. */
export const removeNotes = sizedStatement<Removed>(
  'remove-expired-notes',
  ({
    retentionBatch,
  }) => `with old as materialized (${expiredIn('chat_notes', 'record.created_at < tenant.before', retentionBatch)}),
   removed as (
     delete from chat_notes note using old where note.tenant_id = old.tenant_id and note.id = old.id returning 1
   )
   select count(*)::int as count from removed`,
);
