-- CreateEnum
CREATE TYPE "contact_export_status" AS ENUM ('pending', 'completed', 'failed');

-- CreateTable
CREATE TABLE "contact_exports" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "status" "contact_export_status" NOT NULL DEFAULT 'pending',
    "file_id" UUID,
    "error_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_exports_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "contact_exports_tenant_id_contact_id_idx" ON "contact_exports"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_exports_tenant_id_file_id_idx" ON "contact_exports"("tenant_id", "file_id");

-- CreateIndex
CREATE INDEX "contact_exports_created_at_idx" ON "contact_exports"("created_at");

-- AddForeignKey
ALTER TABLE "contact_exports" ADD CONSTRAINT "contact_exports_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contacts"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_exports" ADD CONSTRAINT "contact_exports_tenant_id_file_id_fkey" FOREIGN KEY ("tenant_id", "file_id") REFERENCES "files"("tenant_id", "id") ON DELETE SET NULL ("file_id") ON UPDATE CASCADE;

-- The result of an export contains personal data, so it goes with the export, also when the contact is deleted.
CREATE FUNCTION "remove_result_of_contact_export"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "files" WHERE "tenant_id" = OLD."tenant_id" AND "id" = OLD."file_id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "contact_exports_removed" AFTER DELETE ON "contact_exports"
  FOR EACH ROW WHEN (OLD."file_id" IS NOT NULL) EXECUTE FUNCTION "remove_result_of_contact_export"();
