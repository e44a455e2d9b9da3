-- Runs before migration.sql on a database with rows.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "messages_tenant_id_campaign_send_id_id_key" ON "messages"("tenant_id", "campaign_send_id", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "campaign_sends_tenant_id_campaign_id_idx" ON "campaign_sends"("tenant_id", "campaign_id");

ALTER TABLE "campaign_sends" DROP CONSTRAINT IF EXISTS "campaign_sends_tenant_id_id_message_id_fkey",
  ADD CONSTRAINT "campaign_sends_tenant_id_id_message_id_fkey" FOREIGN KEY ("tenant_id", "id", "message_id")
  REFERENCES "messages"("tenant_id", "campaign_send_id", "id") ON DELETE SET NULL ("message_id") ON UPDATE NO ACTION DEFERRABLE NOT VALID;

ALTER TABLE "campaign_sends" VALIDATE CONSTRAINT "campaign_sends_tenant_id_id_message_id_fkey";
