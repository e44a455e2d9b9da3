-- Notes that a message or run of a contact, or of none, ceased to refer to files. A transaction can release a file for several
-- people; the key has no contact, so each further one gets the next millisecond.
CREATE FUNCTION "note_released_files"("tenant" uuid, "released" uuid[], "contact" uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- The column has milliseconds.
  "began" timestamptz := date_trunc('milliseconds', now());
BEGIN
  INSERT INTO "released_files" ("tenant_id", "file_id", "released_at", "contact_id")
  SELECT "file"."tenant_id", "file"."id", coalesce((
    SELECT max("noted"."released_at") + interval '1 millisecond' FROM "released_files" "noted"
    WHERE "noted"."tenant_id" = "tenant" AND "noted"."file_id" = "file"."id" AND "noted"."released_at" >= "began"
  ), "began"), "contact"
  FROM "files" "file"
  WHERE "file"."tenant_id" = "tenant" AND "file"."id" = ANY ("released") AND NOT EXISTS (
    SELECT FROM "released_files" "noted"
    WHERE "noted"."tenant_id" = "tenant" AND "noted"."file_id" = "file"."id" AND "noted"."released_at" >= "began"
      AND ("contact" IS NULL OR "noted"."contact_id" = "contact")
  ) FOR KEY SHARE OF "file"
  ON CONFLICT DO NOTHING;
END
$$;

CREATE OR REPLACE FUNCTION "follow_files"("tenant" uuid, "former" uuid[], "present" uuid[], "contact" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF "present" <> '{}' THEN
    -- Written so that the planner does not take the index of all files that were never used.
    UPDATE "files" SET "is_used" = true
    WHERE "tenant_id" = "tenant" AND "id" = ANY ("present") AND NOT coalesce("is_used", false);
  END IF;
  IF "former" <> '{}' THEN
    PERFORM "note_released_files"("tenant", ARRAY(
      SELECT "id" FROM unnest("former") "id" WHERE "id" <> ALL ("present")
    ), "contact");
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION "release_files_of_chat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_released_files"(OLD."tenant_id", ARRAY(
    SELECT unnest("files_in_attachments"("attachments")) FROM "messages"
    WHERE "tenant_id" = OLD."tenant_id" AND "chat_id" = OLD."id" AND "attachments" <> '[]'
  ), OLD."contact_id");
  RETURN OLD;
END
$$;
