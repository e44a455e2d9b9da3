-- CreateEnum
CREATE TYPE "message_origin" AS ENUM ('api', 'automation', 'campaign', 'app');

-- New columns without a default rewrite nothing: rows from before have null, and the query that reads them derives the
-- type of the origin from the other columns.
-- AlterTable
ALTER TABLE "messages" ADD COLUMN "origin_type" "message_origin",
ADD COLUMN "origin_id" UUID,
ADD COLUMN "reply_to_id" UUID;
