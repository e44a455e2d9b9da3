-- A message can wait for its time. Processes of the previous release leave such messages alone: they send only pending
-- ones, and they do not know the task that makes a scheduled message pending.
-- AlterEnum
ALTER TYPE "message_status" ADD VALUE 'scheduled';
ALTER TYPE "message_status" ADD VALUE 'canceled';

-- AlterTable
ALTER TABLE "messages" ADD COLUMN "scheduled_at" TIMESTAMPTZ(3);
