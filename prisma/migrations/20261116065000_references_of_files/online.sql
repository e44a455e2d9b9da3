CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_attachments_idx" ON "messages" USING gin ("attachments" jsonb_path_ops) WHERE "attachments" <> '[]';

CREATE INDEX CONCURRENTLY IF NOT EXISTS "automation_versions_steps_idx" ON "automation_versions" USING gin ("steps" jsonb_path_ops) WHERE "steps" <> '[]';

CREATE INDEX CONCURRENTLY IF NOT EXISTS "message_templates_media_file_id_idx" ON "message_templates"("tenant_id", "media_file_id") WHERE "media_file_id" IS NOT NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "campaigns_media_file_id_idx" ON "campaigns"("tenant_id", "media_file_id") WHERE "media_file_id" IS NOT NULL;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "automation_runs_media_file_id_idx" ON "automation_runs"("tenant_id", "media_file_id") WHERE "media_file_id" IS NOT NULL AND "campaign_send_id" IS NULL;
