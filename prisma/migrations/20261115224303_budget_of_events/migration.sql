-- The columns "depth" and "snooze_depth" stay until a later release, because processes of the previous one write them.
ALTER TABLE "automation_runs" ADD COLUMN IF NOT EXISTS "chain_id" UUID,
ADD COLUMN IF NOT EXISTS "cut_reason" TEXT;

ALTER TABLE "chats" ADD COLUMN "snooze_chain_id" UUID;

-- An automation is entered once for a contact in one chain of events, and its first cut is kept. The index also finds the
-- runs of a chain, which are the count of its budget. On a database with rows, online.sql has built it.
CREATE UNIQUE INDEX IF NOT EXISTS "automation_runs_once_in_chain_key"
  ON "automation_runs" ("tenant_id", "chain_id", "contact_id", "automation_id", (cut_reason IS NULL))
  WHERE "chain_id" IS NOT NULL;
