-- Runs before migration.sql on a database with rows, one statement at a time and while the service writes.
ALTER TABLE "installation" ADD COLUMN IF NOT EXISTS "event_position_base" BIGINT NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION "next_event_position"() RETURNS bigint LANGUAGE sql STABLE
  RETURN pg_current_xact_id()::text::bigint + coalesce((SELECT "event_position_base" FROM "installation"), 0);

-- The events that exist get the position 0, without being written; all of them are committed.
ALTER TABLE "events" ADD COLUMN IF NOT EXISTS "position" BIGINT NOT NULL DEFAULT 0;

ALTER TABLE "events" ALTER COLUMN "position" SET DEFAULT next_event_position();

-- For each partition of "events".
CREATE INDEX CONCURRENTLY IF NOT EXISTS "{partition}_tenant_id_position_id_idx" ON "{partition}"("tenant_id", "position", "id");

-- For each partition of "events".
CREATE INDEX CONCURRENTLY IF NOT EXISTS "{partition}_tenant_id_chat_id_position_id_idx" ON "{partition}"("tenant_id", "chat_id", "position", "id") WHERE "chat_id" IS NOT NULL;

-- For each partition of "events".
CREATE INDEX CONCURRENTLY IF NOT EXISTS "{partition}_tenant_id_contact_id_position_id_idx" ON "{partition}"("tenant_id", "contact_id", "position", "id") WHERE "contact_id" IS NOT NULL;

-- For each partition of "events".
CREATE INDEX CONCURRENTLY IF NOT EXISTS "{partition}_tenant_id_type_position_id_idx" ON "{partition}"("tenant_id", "type", "position", "id") WHERE "type" NOT IN ('message.received', 'message.sent', 'message.updated', 'chat.updated');
