-- The feed of events. A reader follows it by position, so no event may appear before the position that the reader has
-- reached. The ids of events do not have this property: they are created before the commit. The position of an event is
-- the number of its transaction, and the feed ends before the oldest transaction that still runs. After a restore, the
-- server may assign numbers again, so a base is added, which grows when an operator resumes the workers.
ALTER TABLE "installation" ADD COLUMN IF NOT EXISTS "event_position_base" BIGINT NOT NULL DEFAULT 0;

-- A cursor names the feed that it belongs to. A workspace that is moved to another installation gets other positions there.
-- allowed: rewrites-table: the table has one row.
ALTER TABLE "installation" ADD COLUMN IF NOT EXISTS "feed_id" UUID NOT NULL DEFAULT gen_random_uuid();
INSERT INTO "installation" ("id") VALUES (1) ON CONFLICT ("id") DO NOTHING;

-- The body is parsed now, so the search path of a session does not change what it reads.
CREATE OR REPLACE FUNCTION "next_event_position"() RETURNS bigint LANGUAGE sql STABLE
  RETURN pg_current_xact_id()::text::bigint + coalesce((SELECT "event_position_base" FROM "installation"), 0);

ALTER TABLE "events" ADD COLUMN IF NOT EXISTS "position" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "events" ALTER COLUMN "position" SET DEFAULT next_event_position();

CREATE INDEX IF NOT EXISTS "events_tenant_id_position_id_idx" ON "events"("tenant_id", "position", "id");
CREATE INDEX IF NOT EXISTS "events_tenant_id_chat_id_position_id_idx" ON "events"("tenant_id", "chat_id", "position", "id") WHERE "chat_id" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "events_tenant_id_contact_id_position_id_idx" ON "events"("tenant_id", "contact_id", "position", "id") WHERE "contact_id" IS NOT NULL;

-- The types that every workspace has many of are found soon in the order of the feed. An index would cost a write for each
-- of these events.
CREATE INDEX IF NOT EXISTS "events_tenant_id_type_position_id_idx" ON "events"("tenant_id", "type", "position", "id") WHERE "type" NOT IN ('message.received', 'message.sent', 'message.updated', 'chat.updated');
