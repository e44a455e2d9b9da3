-- Runs before migration.sql on a database with rows.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_tenant_id_timestamp_id_idx" ON "messages"("tenant_id", "timestamp", "id");
