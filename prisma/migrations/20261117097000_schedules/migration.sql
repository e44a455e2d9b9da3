-- New columns without a default rewrite nothing. Processes of the previous release neither read nor write them: they compute
-- the rules of a campaign in UTC, and do not know the task that starts the occurrences of a schedule.
-- AlterEnum
ALTER TYPE "trigger_type" ADD VALUE IF NOT EXISTS 'schedule';

-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN "time_zone" TEXT;

-- AlterTable
ALTER TABLE "automations" ADD COLUMN "schedule_starts_at" TIMESTAMPTZ(3),
ADD COLUMN "next_occurrence_at" TIMESTAMPTZ(3),
ADD COLUMN "occurs_at" TIMESTAMPTZ(3),
ADD COLUMN "occurrence_started_at" TIMESTAMPTZ(3),
ADD COLUMN "occurrence_query" TEXT,
ADD COLUMN "occurrence_resolved_to" UUID,
ADD COLUMN "occurrence_failure" JSONB;
