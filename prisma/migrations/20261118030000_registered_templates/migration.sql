-- New columns without a default rewrite nothing. Processes of the previous release neither read nor write them.
-- AlterEnum
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'message_template.updated' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';

-- AlterTable
ALTER TABLE "channels" ADD COLUMN IF NOT EXISTS "template_sync" JSONB;

-- AlterTable
ALTER TABLE "message_templates" ADD COLUMN IF NOT EXISTS "registration" JSONB,
ADD COLUMN IF NOT EXISTS "submission" JSONB;
