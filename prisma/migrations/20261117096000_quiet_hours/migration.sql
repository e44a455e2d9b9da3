-- A new column without a default rewrites nothing. Processes of the previous release send campaigns at any hour.
-- AlterTable
ALTER TABLE "channels" ADD COLUMN "quiet_hours" JSONB;
