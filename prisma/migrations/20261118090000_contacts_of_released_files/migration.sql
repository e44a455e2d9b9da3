-- AlterTable
ALTER TABLE "released_files" ADD COLUMN IF NOT EXISTS "contact_id" UUID;

-- CreateIndex
CREATE INDEX IF NOT EXISTS "released_files_tenant_id_contact_id_idx" ON "released_files"("tenant_id", "contact_id");

-- As before, and notes whose message or run referred to the files.
CREATE FUNCTION "follow_files"("tenant" uuid, "former" uuid[], "present" uuid[], "contact" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF "present" <> '{}' THEN
    -- Written so that the planner does not take the index of all files that were never used.
    UPDATE "files" SET "is_used" = true
    WHERE "tenant_id" = "tenant" AND "id" = ANY ("present") AND NOT coalesce("is_used", false);
  END IF;
  IF "former" <> '{}' THEN
    INSERT INTO "released_files" ("tenant_id", "file_id", "released_at", "contact_id")
    SELECT "tenant_id", "id", now(), "contact" FROM "files"
    WHERE "tenant_id" = "tenant" AND "id" = ANY ("former") AND "id" <> ALL ("present") FOR KEY SHARE
    ON CONFLICT DO NOTHING;
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION "follow_files"("tenant" uuid, "former" uuid[], "present" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "follow_files"("tenant", "former", "present", NULL::uuid);
END
$$;

CREATE OR REPLACE FUNCTION "follow_attachments"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "former" uuid[] := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE "files_in_attachments"(OLD."attachments") END;
  "present" uuid[] := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE "files_in_attachments"(NEW."attachments") END;
  "contact" uuid;
BEGIN
  IF "former" <> '{}' THEN
    SELECT "contact_id" INTO "contact" FROM "chats" WHERE "tenant_id" = OLD."tenant_id" AND "id" = OLD."chat_id";
  END IF;
  PERFORM "follow_files"(coalesce(NEW."tenant_id", OLD."tenant_id"), "former", "present", "contact");
  RETURN NULL;
END
$$;

-- Only automation runs have a contact; templates and campaigns have none.
CREATE OR REPLACE FUNCTION "follow_media_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "follow_files"(
    coalesce(NEW."tenant_id", OLD."tenant_id"),
    array_remove(ARRAY[OLD."media_file_id"], NULL),
    array_remove(ARRAY[NEW."media_file_id"], NULL),
    (to_jsonb(OLD) ->> 'contact_id')::uuid
  );
  RETURN NULL;
END
$$;

-- The messages of a chat are deleted by cascade when the chat, which knows the contact, is gone. The row that this adds keeps
-- the trigger of the messages from adding one without a contact, because all rows of a transaction have the same time.
CREATE FUNCTION "release_files_of_chat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "released_files" ("tenant_id", "file_id", "released_at", "contact_id")
  SELECT "tenant_id", "id", now(), OLD."contact_id" FROM "files"
  WHERE "tenant_id" = OLD."tenant_id" AND "id" = ANY (ARRAY(
    SELECT unnest("files_in_attachments"("attachments")) FROM "messages"
    WHERE "tenant_id" = OLD."tenant_id" AND "chat_id" = OLD."id" AND "attachments" <> '[]'
  )) FOR KEY SHARE
  ON CONFLICT DO NOTHING;
  RETURN OLD;
END
$$;

CREATE TRIGGER "chats_refer_no_more" BEFORE DELETE ON "chats" FOR EACH ROW EXECUTE FUNCTION "release_files_of_chat"();
