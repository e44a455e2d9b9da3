-- DropIndex
DROP INDEX "deliveries_tenant_id_event_id_idx";

-- AlterTable
ALTER TABLE "message_templates" ADD COLUMN     "media_file_id" UUID;

-- CreateIndex
CREATE INDEX "deliveries_tenant_id_event_id_id_idx" ON "deliveries"("tenant_id", "event_id", "id");

-- CreateIndex
CREATE INDEX "deliveries_tenant_id_webhook_id_event_type_id_idx" ON "deliveries"("tenant_id", "webhook_id", "event_type", "id");

-- CreateIndex
CREATE INDEX "deliveries_tenant_id_webhook_id_status_id_idx" ON "deliveries"("tenant_id", "webhook_id", "status", "id");

-- CreateIndex
CREATE INDEX "message_templates_tenant_id_updated_at_id_idx" ON "message_templates"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "message_templates_tenant_id_name_id_idx" ON "message_templates"("tenant_id", "name", "id");

-- CreateIndex
CREATE INDEX "message_templates_tenant_id_channel_type_id_idx" ON "message_templates"("tenant_id", "channel_type", "id");

-- CreateIndex
CREATE INDEX "message_templates_tenant_id_language_id_idx" ON "message_templates"("tenant_id", "language", "id");

-- CreateIndex
CREATE INDEX "message_templates_tenant_id_status_id_idx" ON "message_templates"("tenant_id", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "message_templates_tenant_id_name_channel_type_language_key" ON "message_templates"("tenant_id", "name", "channel_type", "language") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "webhooks_tenant_id_updated_at_id_idx" ON "webhooks"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "webhooks_tenant_id_url_id_idx" ON "webhooks"("tenant_id", "url", "id");

-- CreateIndex
CREATE INDEX "webhooks_tenant_id_status_id_idx" ON "webhooks"("tenant_id", "status", "id");

-- AddForeignKey
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_tenant_id_media_file_id_fkey" FOREIGN KEY ("tenant_id", "media_file_id") REFERENCES "files"("tenant_id", "id") ON DELETE SET NULL ("media_file_id") ON UPDATE CASCADE;

-- A mostly empty reference, indexed for the deletion of what it points to.
CREATE INDEX "message_templates_media_file_idx" ON "message_templates"("tenant_id", "media_file_id") WHERE "media_file_id" IS NOT NULL;

-- Substring search, as on the names of automations.
DO $$
BEGIN
  CREATE INDEX "message_templates_name_trigram_idx" ON "message_templates" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
  CREATE INDEX "webhooks_url_trigram_idx" ON "webhooks" USING gin ("tenant_id", "url" gin_trgm_ops) WHERE "url" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching templates by name and webhooks by URL reads all of the tenant';
END
$$;
