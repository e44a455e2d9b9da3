-- CreateTable
CREATE TABLE "search_revisions" (
    "tenant_id" UUID NOT NULL,
    "table_name" TEXT NOT NULL,
    "revision" BIGINT NOT NULL,

    CONSTRAINT "search_revisions_pkey" PRIMARY KEY ("tenant_id","table_name")
);

-- AddForeignKey
ALTER TABLE "search_revisions" ADD CONSTRAINT "search_revisions_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Counts the changes of a tenant's rows, once for each statement. When a tenant itself is deleted, its rows go after it,
-- and there is nobody left to count for.
CREATE FUNCTION "count_search_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_revisions" ("tenant_id", "table_name", "revision")
  SELECT DISTINCT changed."tenant_id", TG_TABLE_NAME, 1 FROM changed
  WHERE EXISTS (SELECT FROM "tenants" WHERE "tenants"."id" = changed."tenant_id")
  ON CONFLICT ("tenant_id", "table_name") DO UPDATE SET "revision" = "search_revisions"."revision" + 1;
  RETURN NULL;
END
$$;

CREATE TRIGGER "automations_inserted" AFTER INSERT ON "automations"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "count_search_revision"();
CREATE TRIGGER "automations_updated" AFTER UPDATE ON "automations"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "count_search_revision"();
CREATE TRIGGER "automations_deleted" AFTER DELETE ON "automations"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "count_search_revision"();
