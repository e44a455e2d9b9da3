-- More events to which webhooks can subscribe, before the types of v2, as the contract lists them.
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'contact.created' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'contact.deleted' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'chat.created' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'chat.deleted' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'campaign.completed' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'campaign.failed' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'automation.run_failed' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'channel.failing' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';

-- The time of the last event `channel.failing`, which is emitted at most once an hour.
ALTER TABLE "channels" ADD COLUMN "failing_event_at" TIMESTAMPTZ(3);
