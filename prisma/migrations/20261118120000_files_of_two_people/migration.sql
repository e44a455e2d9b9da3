-- Notes that a message or run of a contact, or of none, ceased to refer to files. A transaction can release a file for several
-- people; the key has no contact, so each further one gets the next millisecond. Another transaction may have taken that
-- millisecond. It is then waited for, and the next round sees what it has noted.
CREATE FUNCTION "note_released_files"("tenant" uuid, "released" uuid[], "contact" uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- The column has milliseconds.
  "began" timestamptz := date_trunc('milliseconds', now());
  "left" uuid[] := "released";
BEGIN
  LOOP
    -- Two statements, because each of them uses an index.
    IF "contact" IS NULL THEN
      "left" := ARRAY(SELECT "id" FROM unnest("left") "id" WHERE NOT EXISTS (
        SELECT FROM "released_files" "noted"
        WHERE "noted"."tenant_id" = "tenant" AND "noted"."file_id" = "id" AND "noted"."released_at" >= "began"
      ));
    ELSE
      "left" := ARRAY(SELECT "id" FROM unnest("left") "id" WHERE NOT EXISTS (
        SELECT FROM "released_files" "noted"
        WHERE "noted"."tenant_id" = "tenant" AND "noted"."contact_id" = "contact" AND "noted"."file_id" = "id"
          AND "noted"."released_at" >= "began"
      ));
    END IF;
    EXIT WHEN "left" = '{}';
    WITH "file" AS (
      SELECT "id" FROM "files" WHERE "tenant_id" = "tenant" AND "id" = ANY ("left") FOR KEY SHARE
    ), "added" AS (
      INSERT INTO "released_files" ("tenant_id", "file_id", "released_at", "contact_id")
      SELECT "tenant", "file"."id", coalesce((
        SELECT max("noted"."released_at") + interval '1 millisecond' FROM "released_files" "noted"
        WHERE "noted"."tenant_id" = "tenant" AND "noted"."file_id" = "file"."id" AND "noted"."released_at" >= "began"
      ), "began"), "contact"
      FROM "file"
      ON CONFLICT DO NOTHING RETURNING "file_id"
    )
    SELECT ARRAY(SELECT "id" FROM "file" EXCEPT SELECT "file_id" FROM "added") INTO "left";
    EXIT WHEN "left" = '{}';
  END LOOP;
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
