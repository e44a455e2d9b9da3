-- A file that is stored while the migration runs waits: the sum below would miss it, and so would the triggers.
LOCK TABLE "files" IN SHARE ROW EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "waiting_job_counts" (
    "tenant_id" UUID NOT NULL,
    "jobs" INTEGER NOT NULL,

    CONSTRAINT "waiting_job_counts_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "stored_byte_changes" (
    "tenant_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "stored_byte_changes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- AddForeignKey
ALTER TABLE "waiting_job_counts" ADD CONSTRAINT "waiting_job_counts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_byte_changes" ADD CONSTRAINT "stored_byte_changes_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "stored_byte_changes" ("tenant_id", "bytes") SELECT "tenant_id", sum("size") FROM "files" GROUP BY "tenant_id";

-- Records how the bytes of a tenant's files change, once for each statement. It adds rows and locks none, so that no two
-- transactions wait for each other. When a tenant itself is deleted, there is nobody left to count for.
CREATE FUNCTION "record_stored_bytes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "stored_byte_changes" ("tenant_id", "bytes")
  SELECT changed."tenant_id", sum(changed."size") * CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END
  FROM changed WHERE EXISTS (SELECT FROM "tenants" WHERE "tenants"."id" = changed."tenant_id")
  GROUP BY changed."tenant_id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "files_stored" AFTER INSERT ON "files"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "record_stored_bytes"();
CREATE TRIGGER "files_removed" AFTER DELETE ON "files"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "record_stored_bytes"();
