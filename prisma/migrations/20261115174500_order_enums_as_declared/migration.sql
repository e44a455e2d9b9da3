-- PostgreSQL compares and sorts the values of an enum in the order of its type. The types are made anew in the order in which
-- the contract lists the values, and what was a text with a closed list of values becomes an enum as well. Each table is
-- rewritten once, under its exclusive lock.

-- What names a type in an expression does not follow a change of the column, and is made again at the end.
DROP VIEW "campaign_recipient_states";
DROP INDEX "deliveries_due_idx";
DROP INDEX "deliveries_lease_idx";
DROP INDEX "deliveries_order_idx";
DROP INDEX "automation_runs_due_idx";
DROP INDEX "messages_pending_idx";
DROP INDEX "messages_waiting_in_chat_idx";

ALTER TYPE "attribute_type" RENAME TO "attribute_type_before";
ALTER TYPE "automation_run_status" RENAME TO "automation_run_status_before";
ALTER TYPE "automation_status" RENAME TO "automation_status_before";
ALTER TYPE "campaign_send_status" RENAME TO "campaign_send_status_before";
ALTER TYPE "campaign_status" RENAME TO "campaign_status_before";
ALTER TYPE "channel_type" RENAME TO "channel_type_before";
ALTER TYPE "chat_status" RENAME TO "chat_status_before";
ALTER TYPE "delivery_status" RENAME TO "delivery_status_before";
ALTER TYPE "message_status" RENAME TO "message_status_before";
ALTER TYPE "message_template_status" RENAME TO "message_template_status_before";
ALTER TYPE "message_type" RENAME TO "message_type_before";
ALTER TYPE "trigger_type" RENAME TO "trigger_type_before";
ALTER TYPE "webhook_status" RENAME TO "webhook_status_before";

CREATE TYPE "attribute_type" AS ENUM ('text', 'number', 'date', 'boolean');
CREATE TYPE "automation_run_status" AS ENUM ('scheduled', 'running', 'completed', 'failed', 'canceled');
CREATE TYPE "automation_status" AS ENUM ('draft', 'active', 'inactive');
CREATE TYPE "campaign_send_status" AS ENUM ('pending', 'sent', 'delivered', 'read', 'failed', 'skipped', 'canceled');
CREATE TYPE "campaign_status" AS ENUM ('draft', 'scheduled', 'running', 'completed', 'failed', 'canceled');
CREATE TYPE "channel_provider" AS ENUM ('sandbox', 'whatsapp', 'instagram', 'sms', 'email');
CREATE TYPE "channel_type" AS ENUM ('whatsapp', 'sms', 'email', 'instagram');
CREATE TYPE "chat_status" AS ENUM ('open', 'closed', 'snoozed');
CREATE TYPE "delivery_event" AS ENUM (
    'message.received', 'message.sent', 'message.updated', 'chat.updated', 'contact.updated',
    'WHATSAPP_MESSAGE_RECEIVED', 'WHATSAPP_MESSAGE_STATUS', 'SMS_MESSAGE_RECEIVED', 'SMS_MESSAGE_STATUS',
    'EMAIL_MESSAGE_RECEIVED', 'EMAIL_MESSAGE_STATUS', 'INSTAGRAM_MESSAGE_RECEIVED', 'INSTAGRAM_MESSAGE_STATUS',
    'INSTAGRAM_MESSAGE_ECHO'
);
CREATE TYPE "delivery_status" AS ENUM ('pending', 'delivering', 'succeeded', 'failed', 'canceled');
CREATE TYPE "message_status" AS ENUM ('pending', 'sent', 'delivered', 'read', 'failed');
CREATE TYPE "message_template_status" AS ENUM ('draft', 'pending', 'approved', 'rejected');
CREATE TYPE "message_type" AS ENUM ('text', 'image', 'video', 'audio', 'document', 'location', 'contact', 'template');
CREATE TYPE "skipped_reason" AS ENUM ('unsubscribed', 'unreachable', 'no_message');
CREATE TYPE "trigger_type" AS ENUM (
    'manual', 'message_received', 'chat_opened', 'chat_closed', 'chat_assigned', 'label_added'
);
CREATE TYPE "webhook_status" AS ENUM ('active', 'inactive', 'disabled');

ALTER TABLE "attributes"
    ALTER COLUMN "type" DROP DEFAULT,
    ALTER COLUMN "type" TYPE "attribute_type" USING "type"::text::"attribute_type",
    ALTER COLUMN "type" SET DEFAULT 'text';

ALTER TABLE "automations"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "automation_status" USING "status"::text::"automation_status",
    ALTER COLUMN "status" SET DEFAULT 'draft',
    ALTER COLUMN "active_version_trigger_type" TYPE "trigger_type" USING "active_version_trigger_type"::text::"trigger_type",
    ALTER COLUMN "latest_version_trigger_type" TYPE "trigger_type" USING "latest_version_trigger_type"::text::"trigger_type";

ALTER TABLE "automation_versions"
    ALTER COLUMN "trigger_type" TYPE "trigger_type" USING "trigger_type"::text::"trigger_type";

ALTER TABLE "automation_runs"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "automation_run_status" USING "status"::text::"automation_run_status",
    ALTER COLUMN "status" SET DEFAULT 'scheduled';

ALTER TABLE "campaigns"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "campaign_status" USING "status"::text::"campaign_status",
    ALTER COLUMN "status" SET DEFAULT 'draft';

ALTER TABLE "campaign_sends"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "campaign_send_status" USING "status"::text::"campaign_send_status",
    ALTER COLUMN "status" SET DEFAULT 'pending',
    ALTER COLUMN "skipped_reason" TYPE "skipped_reason" USING "skipped_reason"::text::"skipped_reason";

ALTER TABLE "channels"
    ALTER COLUMN "type" TYPE "channel_type" USING "type"::text::"channel_type",
    ALTER COLUMN "provider" TYPE "channel_provider" USING "provider"::text::"channel_provider";

ALTER TABLE "chats"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "chat_status" USING "status"::text::"chat_status",
    ALTER COLUMN "status" SET DEFAULT 'open';

ALTER TABLE "deliveries"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "delivery_status" USING "status"::text::"delivery_status",
    ALTER COLUMN "status" SET DEFAULT 'pending',
    ALTER COLUMN "event_type" TYPE "delivery_event" USING "event_type"::text::"delivery_event";

ALTER TABLE "early_statuses"
    ALTER COLUMN "status" TYPE "message_status" USING "status"::text::"message_status";

ALTER TABLE "messages"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "message_status" USING "status"::text::"message_status",
    ALTER COLUMN "status" SET DEFAULT 'pending',
    ALTER COLUMN "type" DROP DEFAULT,
    ALTER COLUMN "type" TYPE "message_type" USING "type"::text::"message_type",
    ALTER COLUMN "type" SET DEFAULT 'text';

ALTER TABLE "message_templates"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "message_template_status" USING "status"::text::"message_template_status",
    ALTER COLUMN "status" SET DEFAULT 'draft',
    ALTER COLUMN "channel_type" TYPE "channel_type" USING "channel_type"::text::"channel_type";

ALTER TABLE "webhooks"
    ALTER COLUMN "status" DROP DEFAULT,
    ALTER COLUMN "status" TYPE "webhook_status" USING "status"::text::"webhook_status",
    ALTER COLUMN "status" SET DEFAULT 'active';

DROP TYPE "attribute_type_before";
DROP TYPE "automation_run_status_before";
DROP TYPE "automation_status_before";
DROP TYPE "campaign_send_status_before";
DROP TYPE "campaign_status_before";
DROP TYPE "channel_type_before";
DROP TYPE "chat_status_before";
DROP TYPE "delivery_status_before";
DROP TYPE "message_status_before";
DROP TYPE "message_template_status_before";
DROP TYPE "message_type_before";
DROP TYPE "trigger_type_before";
DROP TYPE "webhook_status_before";

CREATE INDEX "deliveries_due_idx" ON "deliveries"("next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "deliveries_lease_idx" ON "deliveries"("lease_expires_at") WHERE "status" = 'delivering';
CREATE INDEX "deliveries_order_idx" ON "deliveries"("tenant_id", "webhook_id", "ordered_chat_id", "sequence") WHERE "ordered_chat_id" IS NOT NULL AND "status" IN ('pending', 'delivering');
CREATE INDEX "automation_runs_due_idx" ON "automation_runs"("scheduled_at") WHERE "status" IN ('scheduled', 'running');
CREATE INDEX "messages_pending_idx" ON "messages"("created_at") WHERE "sender" = 'outbound' AND "status" = 'pending';
CREATE INDEX "messages_waiting_in_chat_idx" ON "messages"("tenant_id", "chat_id", "id") WHERE "sender" = 'outbound' AND "status" = 'pending';

CREATE VIEW "campaign_recipient_states" AS
SELECT recipient."tenant_id", recipient."id", recipient."campaign_id", recipient."contact_id", recipient."created_at",
    COALESCE(latest."status", CASE campaign."status"
        WHEN 'canceled' THEN 'canceled'::"campaign_send_status"
        WHEN 'failed' THEN 'failed'::"campaign_send_status"
        ELSE 'pending'::"campaign_send_status"
    END) AS "status", latest."skipped_reason", latest."message_id", latest."occurs_at", latest."automation_run_id",
    CASE WHEN latest."id" IS NULL THEN campaign."failure_reason" ELSE latest."failure_reason" END AS "failure_reason"
FROM "campaign_recipients" recipient
JOIN "campaigns" campaign
    ON campaign."tenant_id" = recipient."tenant_id" AND campaign."id" = recipient."campaign_id"
LEFT JOIN LATERAL (
    SELECT send."id", send."status", send."skipped_reason", send."message_id", occurrence."occurs_at", (
        SELECT run."id" FROM "automation_runs" run
        WHERE run."tenant_id" = send."tenant_id" AND run."campaign_send_id" = send."id"
    ) AS "automation_run_id",
    CASE WHEN send."status" IN ('failed', 'canceled') THEN COALESCE(
        (
            SELECT message."errors" -> 0 FROM "messages" message
            WHERE send."status" = 'failed' AND message."tenant_id" = send."tenant_id" AND message."id" = send."message_id"
        ),
        (
            SELECT run."error" FROM "automation_runs" run
            WHERE run."tenant_id" = send."tenant_id" AND run."campaign_send_id" = send."id"
        )
    ) END AS "failure_reason"
    FROM "campaign_sends" send
    JOIN "campaign_occurrences" occurrence
        ON occurrence."tenant_id" = send."tenant_id" AND occurrence."id" = send."occurrence_id"
    WHERE send."tenant_id" = recipient."tenant_id" AND send."recipient_id" = recipient."id"
    ORDER BY occurrence."occurs_at" DESC
    LIMIT 1
) latest ON true;

-- Processes of the release before write texts to what were columns of text, while this one is rolled out.
CREATE CAST (text AS "channel_provider") WITH INOUT AS ASSIGNMENT;
CREATE CAST (text AS "delivery_event") WITH INOUT AS ASSIGNMENT;
CREATE CAST (text AS "skipped_reason") WITH INOUT AS ASSIGNMENT;

-- A column whose type changes loses its statistics, and no later write would have them gathered soon. A table without rows is
-- left alone: the planner would take it for one that stays empty.
DO $$
DECLARE
  "name" text;
  "has_rows" boolean;
BEGIN
  FOREACH "name" IN ARRAY ARRAY[
    'attributes', 'automations', 'automation_versions', 'automation_runs', 'campaigns',
    'campaign_sends', 'channels', 'chats', 'deliveries', 'early_statuses',
    'messages', 'message_templates', 'webhooks'
  ] LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', "name") INTO "has_rows";
    IF "has_rows" THEN
      EXECUTE format('ANALYZE %I', "name");
    END IF;
  END LOOP;
END
$$;
