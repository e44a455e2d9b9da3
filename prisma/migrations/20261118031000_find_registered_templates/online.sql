CREATE INDEX CONCURRENTLY IF NOT EXISTS "message_templates_registered_name_idx" ON "message_templates"("tenant_id", ("submission" ->> 'name')) WHERE "submission" IS NOT NULL;
