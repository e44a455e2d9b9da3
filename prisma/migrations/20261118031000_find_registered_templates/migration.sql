-- A report of the provider finds a template by its name there. online.sql builds the index while the service runs.
CREATE INDEX IF NOT EXISTS "message_templates_registered_name_idx" ON "message_templates"("tenant_id", ("submission" ->> 'name')) WHERE "submission" IS NOT NULL;
