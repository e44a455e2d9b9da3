-- A new column without a default rewrites nothing. Processes of the previous release do not write it.
-- AlterTable
ALTER TABLE "messages" ADD COLUMN "attempted_at" TIMESTAMPTZ(3);
