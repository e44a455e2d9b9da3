-- AlterEnum
ALTER TYPE "message_type" ADD VALUE 'interactive';

-- New columns without a default rewrite nothing: rows from before have null, which means no choices and no reply.
-- AlterTable
ALTER TABLE "messages" ADD COLUMN "interactive" JSONB,
ADD COLUMN "reply" JSONB;
