-- Each message changes four columns of its chat that searches filter and sort by, and their indexes made it a write to all
-- fifteen indexes of the table. A narrow table has these columns now; triggers keep it, also for processes of the
-- previous release.

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

-- A new version of a row fits into the page of the old one.
ALTER TABLE "chats" SET (fillfactor = 85);
