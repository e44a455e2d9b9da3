-- Runs before migration.sql on a database with rows, one statement at a time and while the service writes.
ALTER TABLE "automation_runs" ADD COLUMN IF NOT EXISTS "asked_at" TIMESTAMPTZ(3);

ALTER TABLE "automation_runs" ADD COLUMN IF NOT EXISTS "reply_deadline" TIMESTAMPTZ(3);

ALTER TABLE "automation_runs" ADD COLUMN IF NOT EXISTS "reply_message_id" UUID;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "automation_runs_asking_idx" ON "automation_runs"("tenant_id", "chat_id", "asked_at", "id") WHERE "status" = 'running' AND "asked_at" IS NOT NULL AND "reply_message_id" IS NULL;
