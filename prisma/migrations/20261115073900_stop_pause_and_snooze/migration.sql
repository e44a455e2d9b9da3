-- AlterTable
ALTER TABLE "channel_paces" ADD COLUMN     "paused_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "chats" ADD COLUMN     "snooze_depth" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "is_stopped" BOOLEAN NOT NULL DEFAULT false;
