-- A new column without a default rewrites nothing. A process of the previous release begins every turn at "stored_until".
-- AlterTable
ALTER TABLE "message_word_progress" ADD COLUMN "reached_until" UUID;
