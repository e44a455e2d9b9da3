-- Runs before migration.sql on a database with rows. The triggers come first; the update of a chat whose state is not
-- there yet changes nothing, so that no message waits for the statement that fills the table.
CREATE TABLE IF NOT EXISTS "chat_states" (
    "tenant_id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "status" "chat_status" NOT NULL,
    "is_unread" BOOLEAN NOT NULL,
    "open_until" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_states_pkey" PRIMARY KEY ("tenant_id","chat_id"),
    CONSTRAINT "chat_states_tenant_id_chat_id_fkey" FOREIGN KEY ("tenant_id", "chat_id") REFERENCES "chats"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX IF NOT EXISTS "chat_states_tenant_id_updated_at_chat_id_idx" ON "chat_states"("tenant_id", "updated_at", "chat_id");

CREATE INDEX IF NOT EXISTS "chat_states_tenant_id_status_chat_id_idx" ON "chat_states"("tenant_id", "status", "chat_id");

CREATE INDEX IF NOT EXISTS "chat_states_tenant_id_is_unread_chat_id_idx" ON "chat_states"("tenant_id", "is_unread", "chat_id");

CREATE INDEX IF NOT EXISTS "chat_states_tenant_id_open_until_chat_id_idx" ON "chat_states"("tenant_id", "open_until", "chat_id");

CREATE OR REPLACE FUNCTION "add_state_of_chat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "chat_states" ("tenant_id", "chat_id", "status", "is_unread", "open_until", "updated_at")
  VALUES (NEW."tenant_id", NEW."id", NEW."status", NEW."is_unread", NEW."open_until", NEW."updated_at");
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "update_state_of_chat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "chat_states"
  SET "status" = NEW."status", "is_unread" = NEW."is_unread", "open_until" = NEW."open_until", "updated_at" = NEW."updated_at"
  WHERE "tenant_id" = NEW."tenant_id" AND "chat_id" = NEW."id";
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "chats_added" AFTER INSERT ON "chats" FOR EACH ROW EXECUTE FUNCTION "add_state_of_chat"();

CREATE OR REPLACE TRIGGER "chats_changed" AFTER UPDATE ON "chats" FOR EACH ROW
  WHEN ((OLD."status", OLD."is_unread", OLD."open_until", OLD."updated_at") IS DISTINCT FROM (NEW."status", NEW."is_unread", NEW."open_until", NEW."updated_at"))
  EXECUTE FUNCTION "update_state_of_chat"();

-- The lock skips chats that were deleted since the statement began; their states would violate the foreign key.
INSERT INTO "chat_states" ("tenant_id", "chat_id", "status", "is_unread", "open_until", "updated_at")
SELECT "tenant_id", "id", "status", "is_unread", "open_until", "updated_at" FROM "chats" FOR KEY SHARE
ON CONFLICT DO NOTHING;

-- A transaction that updated a chat before its state was there may still be open, and the next statement would not see
-- its values. This lock is granted when every such transaction has ended, and is released at once.
LOCK TABLE "chats" IN SHARE ROW EXCLUSIVE MODE;

-- The chats that were updated meanwhile. They are locked, so that the values are the latest.
WITH changed AS (
  SELECT chat.* FROM "chats" chat
  JOIN "chat_states" state ON state."tenant_id" = chat."tenant_id" AND state."chat_id" = chat."id"
  WHERE (state."status", state."is_unread", state."open_until", state."updated_at")
    IS DISTINCT FROM (chat."status", chat."is_unread", chat."open_until", chat."updated_at")
  FOR NO KEY UPDATE OF chat
)
UPDATE "chat_states" state
SET "status" = changed."status", "is_unread" = changed."is_unread", "open_until" = changed."open_until", "updated_at" = changed."updated_at"
FROM changed WHERE state."tenant_id" = changed."tenant_id" AND state."chat_id" = changed."id";

ANALYZE "chat_states";
