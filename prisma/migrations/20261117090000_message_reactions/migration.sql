-- A new column without a default rewrites nothing: rows from before have null, which means no reactions.
-- AlterTable
ALTER TABLE "messages" ADD COLUMN "reactions" JSONB;
