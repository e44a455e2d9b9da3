-- New columns with a constant default rewrite nothing. Processes of the previous release send queued messages in quiet hours.
-- AlterTable
ALTER TABLE "messages" ADD COLUMN "held_until" TIMESTAMPTZ(3),
ADD COLUMN "follows_reply" BOOLEAN NOT NULL DEFAULT false;
