-- A run can wait for the reply to a question. The columns are null for every other run, so no row is rewritten. Processes of
-- the previous release do not know the step, and neither read nor write them.
ALTER TABLE "automation_runs" ADD COLUMN IF NOT EXISTS "asked_at" TIMESTAMPTZ(3);
ALTER TABLE "automation_runs" ADD COLUMN IF NOT EXISTS "reply_deadline" TIMESTAMPTZ(3);
ALTER TABLE "automation_runs" ADD COLUMN IF NOT EXISTS "reply_message_id" UUID;

-- Each inbound message looks here for a question that it may answer.
CREATE INDEX IF NOT EXISTS "automation_runs_asking_idx" ON "automation_runs"("tenant_id", "chat_id", "asked_at", "id") WHERE "status" = 'running' AND "asked_at" IS NOT NULL AND "reply_message_id" IS NULL;
