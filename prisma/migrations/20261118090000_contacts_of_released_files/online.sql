ALTER TABLE "released_files" ADD COLUMN IF NOT EXISTS "contact_id" UUID;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "released_files_tenant_id_contact_id_idx" ON "released_files"("tenant_id", "contact_id");
