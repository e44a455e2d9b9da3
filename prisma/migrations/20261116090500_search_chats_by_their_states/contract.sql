-- Processes of the previous release search chats by these indexes. Updates of chats write no index once they are gone.
DROP INDEX IF EXISTS "chats_tenant_id_updated_at_id_idx";
DROP INDEX IF EXISTS "chats_tenant_id_status_id_idx";
DROP INDEX IF EXISTS "chats_tenant_id_is_unread_id_idx";
DROP INDEX IF EXISTS "chats_tenant_id_open_until_id_idx";
