-- Processes of the previous release find sends and messages by these indexes, and the key needs the first one. Updates of
-- sends write no index once they are gone.
ALTER TABLE "campaign_sends" DROP CONSTRAINT IF EXISTS "campaign_sends_tenant_id_message_id_fkey";
DROP INDEX IF EXISTS "campaign_sends_tenant_id_message_id_key";
DROP INDEX IF EXISTS "campaign_sends_tenant_id_campaign_id_status_idx";
DROP INDEX IF EXISTS "messages_campaign_send_idx";
