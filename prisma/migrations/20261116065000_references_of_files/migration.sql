-- No file and nothing that refers to one is written meanwhile: the triggers would miss it, and so would the update below.
LOCK TABLE "files", "messages", "message_templates", "campaigns", "automation_runs", "automation_versions" IN SHARE ROW EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "files" ADD COLUMN     "is_used" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "released_files" (
    "tenant_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "released_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "released_files_pkey" PRIMARY KEY ("tenant_id","file_id","released_at")
);

-- CreateIndex
CREATE INDEX "released_files_tenant_id_released_at_idx" ON "released_files"("tenant_id", "released_at");

-- AddForeignKey
ALTER TABLE "released_files" ADD CONSTRAINT "released_files_tenant_id_file_id_fkey" FOREIGN KEY ("tenant_id", "file_id") REFERENCES "files"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Finds what refers to a file. The indexes are partial, so that records without files cost nothing.
CREATE INDEX IF NOT EXISTS "messages_attachments_idx" ON "messages" USING gin ("attachments" jsonb_path_ops) WHERE "attachments" <> '[]';
CREATE INDEX IF NOT EXISTS "automation_versions_steps_idx" ON "automation_versions" USING gin ("steps" jsonb_path_ops) WHERE "steps" <> '[]';
CREATE INDEX IF NOT EXISTS "message_templates_media_file_id_idx" ON "message_templates"("tenant_id", "media_file_id") WHERE "media_file_id" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "campaigns_media_file_id_idx" ON "campaigns"("tenant_id", "media_file_id") WHERE "media_file_id" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "automation_runs_media_file_id_idx" ON "automation_runs"("tenant_id", "media_file_id") WHERE "media_file_id" IS NOT NULL AND "campaign_send_id" IS NULL;
-- Finds the files that nothing has ever referred to.
CREATE INDEX "files_never_used_idx" ON "files"("tenant_id", "created_at") WHERE NOT "is_used";

-- The ids of the files that a message, or the steps of an automation, refer to. PL/pgSQL keeps the plan of the query.
CREATE FUNCTION "files_in_attachments"("attachments" jsonb) RETURNS uuid[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT DISTINCT (item ->> 'fileId')::uuid FROM jsonb_array_elements("attachments") AS item
    WHERE item ->> 'fileId' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
  );
END
$$;

CREATE FUNCTION "files_in_steps"("steps" jsonb) RETURNS uuid[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  -- Steps that cannot be read fail the run, and must not fail the statement that stores them.
  IF jsonb_typeof("steps") <> 'array' THEN
    RETURN '{}';
  END IF;
  RETURN ARRAY(
    SELECT unnest("files_in_attachments"(coalesce(step -> 'attachments', '[]')
      || jsonb_build_array(jsonb_build_object('fileId', step -> 'mediaFileId'))))
    FROM jsonb_array_elements("steps") AS step
  );
END
$$;

-- Notes which files a row begins and ceases to refer to. It adds rows and waits for none, so that no two transactions block
-- each other; only the first use of a file changes the row of the file. What is noted is only when to look: before a file is
-- removed, the tables that may refer to it are asked.
CREATE FUNCTION "follow_files"("tenant" uuid, "former" uuid[], "present" uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF "present" <> '{}' THEN
    -- Written so that the planner does not take the index of all files that were never used.
    UPDATE "files" SET "is_used" = true
    WHERE "tenant_id" = "tenant" AND "id" = ANY ("present") AND NOT coalesce("is_used", false);
  END IF;
  IF "former" <> '{}' THEN
    INSERT INTO "released_files" ("tenant_id", "file_id", "released_at")
    SELECT "tenant_id", "id", now() FROM "files"
    WHERE "tenant_id" = "tenant" AND "id" = ANY ("former") AND "id" <> ALL ("present") FOR KEY SHARE
    ON CONFLICT DO NOTHING;
  END IF;
END
$$;

CREATE FUNCTION "follow_attachments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "follow_files"(
    coalesce(NEW."tenant_id", OLD."tenant_id"),
    CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE "files_in_attachments"(OLD."attachments") END,
    CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE "files_in_attachments"(NEW."attachments") END
  );
  RETURN NULL;
END
$$;

CREATE FUNCTION "follow_media_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "follow_files"(
    coalesce(NEW."tenant_id", OLD."tenant_id"),
    array_remove(ARRAY[OLD."media_file_id"], NULL),
    array_remove(ARRAY[NEW."media_file_id"], NULL)
  );
  RETURN NULL;
END
$$;

CREATE FUNCTION "follow_steps"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "follow_files"(
    coalesce(NEW."tenant_id", OLD."tenant_id"),
    CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE "files_in_steps"(OLD."steps") END,
    CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE "files_in_steps"(NEW."steps") END
  );
  RETURN NULL;
END
$$;

CREATE TRIGGER "messages_refer" AFTER INSERT ON "messages" FOR EACH ROW
  WHEN (NEW."attachments" <> '[]') EXECUTE FUNCTION "follow_attachments"();
CREATE TRIGGER "messages_refer_else" AFTER UPDATE OF "attachments" ON "messages" FOR EACH ROW
  WHEN (OLD."attachments" IS DISTINCT FROM NEW."attachments") EXECUTE FUNCTION "follow_attachments"();
CREATE TRIGGER "messages_refer_no_more" AFTER DELETE ON "messages" FOR EACH ROW
  WHEN (OLD."attachments" <> '[]') EXECUTE FUNCTION "follow_attachments"();

CREATE TRIGGER "message_templates_refer" AFTER INSERT ON "message_templates" FOR EACH ROW
  WHEN (NEW."media_file_id" IS NOT NULL) EXECUTE FUNCTION "follow_media_file"();
CREATE TRIGGER "message_templates_refer_else" AFTER UPDATE OF "media_file_id" ON "message_templates" FOR EACH ROW
  WHEN (OLD."media_file_id" IS DISTINCT FROM NEW."media_file_id") EXECUTE FUNCTION "follow_media_file"();
CREATE TRIGGER "message_templates_refer_no_more" AFTER DELETE ON "message_templates" FOR EACH ROW
  WHEN (OLD."media_file_id" IS NOT NULL) EXECUTE FUNCTION "follow_media_file"();

CREATE TRIGGER "campaigns_refer" AFTER INSERT ON "campaigns" FOR EACH ROW
  WHEN (NEW."media_file_id" IS NOT NULL) EXECUTE FUNCTION "follow_media_file"();
CREATE TRIGGER "campaigns_refer_else" AFTER UPDATE OF "media_file_id" ON "campaigns" FOR EACH ROW
  WHEN (OLD."media_file_id" IS DISTINCT FROM NEW."media_file_id") EXECUTE FUNCTION "follow_media_file"();
CREATE TRIGGER "campaigns_refer_no_more" AFTER DELETE ON "campaigns" FOR EACH ROW
  WHEN (OLD."media_file_id" IS NOT NULL) EXECUTE FUNCTION "follow_media_file"();

-- The runs of a campaign are deleted with it, and the campaign has the same file.
CREATE TRIGGER "automation_runs_refer" AFTER INSERT ON "automation_runs" FOR EACH ROW
  WHEN (NEW."media_file_id" IS NOT NULL AND NEW."campaign_send_id" IS NULL) EXECUTE FUNCTION "follow_media_file"();
CREATE TRIGGER "automation_runs_refer_no_more" AFTER DELETE ON "automation_runs" FOR EACH ROW
  WHEN (OLD."media_file_id" IS NOT NULL AND OLD."campaign_send_id" IS NULL) EXECUTE FUNCTION "follow_media_file"();

CREATE TRIGGER "automation_versions_refer" AFTER INSERT ON "automation_versions" FOR EACH ROW
  WHEN (NEW."steps" <> '[]') EXECUTE FUNCTION "follow_steps"();
CREATE TRIGGER "automation_versions_refer_else" AFTER UPDATE OF "steps" ON "automation_versions" FOR EACH ROW
  WHEN (OLD."steps" IS DISTINCT FROM NEW."steps") EXECUTE FUNCTION "follow_steps"();
CREATE TRIGGER "automation_versions_refer_no_more" AFTER DELETE ON "automation_versions" FOR EACH ROW
  WHEN (OLD."steps" <> '[]') EXECUTE FUNCTION "follow_steps"();

-- A file that is no longer referred to by now was perhaps never referred to, so it is kept like one.
UPDATE "files" SET "is_used" = true FROM (
  SELECT "tenant_id", unnest("files_in_attachments"("attachments")) AS "id" FROM "messages" WHERE "attachments" <> '[]'
  UNION SELECT "tenant_id", "media_file_id" FROM "message_templates" WHERE "media_file_id" IS NOT NULL
  UNION SELECT "tenant_id", "media_file_id" FROM "campaigns" WHERE "media_file_id" IS NOT NULL
  UNION SELECT "tenant_id", "media_file_id" FROM "automation_runs" WHERE "media_file_id" IS NOT NULL
  UNION SELECT "tenant_id", unnest("files_in_steps"("steps")) FROM "automation_versions" WHERE "steps" <> '[]'
) referred WHERE "files"."tenant_id" = referred."tenant_id" AND "files"."id" = referred."id";
