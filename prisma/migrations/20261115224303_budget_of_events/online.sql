ALTER TABLE "automation_runs" ADD COLUMN IF NOT EXISTS "chain_id" UUID,
ADD COLUMN IF NOT EXISTS "cut_reason" TEXT;

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "automation_runs_once_in_chain_key"
  ON "automation_runs" ("tenant_id", "chain_id", "contact_id", "automation_id", (cut_reason IS NULL))
  WHERE "chain_id" IS NOT NULL;
