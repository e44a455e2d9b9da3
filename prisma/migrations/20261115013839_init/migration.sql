-- CreateEnum
CREATE TYPE "plan" AS ENUM ('enterprise', 'free', 'hobby', 'pro', 'ultra');

-- CreateEnum
CREATE TYPE "channel_type" AS ENUM ('email', 'instagram', 'sms', 'whatsapp');

-- CreateEnum
CREATE TYPE "handle_type" AS ENUM ('email', 'instagram', 'phone_number');

-- CreateEnum
CREATE TYPE "attribute_type" AS ENUM ('boolean', 'date', 'number', 'text');

-- CreateEnum
CREATE TYPE "chat_status" AS ENUM ('closed', 'open', 'snoozed');

-- CreateEnum
CREATE TYPE "message_sender" AS ENUM ('inbound', 'outbound');

-- CreateEnum
CREATE TYPE "message_type" AS ENUM ('audio', 'contact', 'document', 'image', 'location', 'template', 'text', 'video');

-- CreateEnum
CREATE TYPE "message_status" AS ENUM ('delivered', 'failed', 'pending', 'read', 'sent');

-- CreateEnum
CREATE TYPE "automation_status" AS ENUM ('active', 'draft', 'inactive');

-- CreateEnum
CREATE TYPE "trigger_type" AS ENUM ('chat_assigned', 'chat_closed', 'chat_opened', 'label_added', 'manual', 'message_received');

-- CreateEnum
CREATE TYPE "automation_run_status" AS ENUM ('canceled', 'completed', 'failed', 'running', 'scheduled');

-- CreateEnum
CREATE TYPE "campaign_status" AS ENUM ('canceled', 'completed', 'draft', 'failed', 'running', 'scheduled');

-- CreateEnum
CREATE TYPE "campaign_send_status" AS ENUM ('canceled', 'delivered', 'failed', 'pending', 'read', 'sent', 'skipped');

-- CreateEnum
CREATE TYPE "message_template_status" AS ENUM ('approved', 'draft', 'pending', 'rejected');

-- CreateEnum
CREATE TYPE "webhook_status" AS ENUM ('active', 'disabled', 'inactive');

-- CreateEnum
CREATE TYPE "api_version" AS ENUM ('v2', 'v3');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('canceled', 'delivering', 'failed', 'pending', 'succeeded');

-- CreateTable
CREATE TABLE "tenants" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL DEFAULT 'free',
    "requests_per_minute" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "channels" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" "channel_type" NOT NULL,
    "provider" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "secrets" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "channels_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contacts" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "phone_number" TEXT,
    "email" TEXT,
    "is_subscribed" BOOLEAN NOT NULL DEFAULT true,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "handles" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "type" "handle_type" NOT NULL,
    "value" TEXT NOT NULL,
    "is_primary" BOOLEAN NOT NULL DEFAULT false,
    "extra" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "handles_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "labels" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "labels_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_labels" (
    "tenant_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "label_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_labels_pkey" PRIMARY KEY ("tenant_id","contact_id","label_id")
);

-- CreateTable
CREATE TABLE "attributes" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "attribute_type" NOT NULL DEFAULT 'text',
    "description" TEXT,
    "is_visible_quick_edit" BOOLEAN NOT NULL DEFAULT false,
    "is_visible_contacts_table" BOOLEAN NOT NULL DEFAULT false,
    "is_visible_contact_create" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attributes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "attribute_values" (
    "tenant_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "attribute_id" UUID NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attribute_values_pkey" PRIMARY KEY ("tenant_id","contact_id","attribute_id")
);

-- CreateTable
CREATE TABLE "chats" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "handle_id" UUID NOT NULL,
    "status" "chat_status" NOT NULL DEFAULT 'open',
    "snoozed_until" TIMESTAMPTZ(3),
    "is_unread" BOOLEAN NOT NULL DEFAULT false,
    "unread_count" INTEGER NOT NULL DEFAULT 0,
    "open_until" TIMESTAMPTZ(3),
    "latest_message_id" UUID,
    "assigned_user_id" TEXT,
    "assigned_team_id" TEXT,
    "is_sensitive" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chats_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "messages" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "vendor_id" TEXT,
    "sender" "message_sender" NOT NULL,
    "type" "message_type" NOT NULL DEFAULT 'text',
    "text" TEXT,
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "status" "message_status" NOT NULL DEFAULT 'pending',
    "errors" JSONB NOT NULL DEFAULT '[]',
    "timestamp" TIMESTAMPTZ(3) NOT NULL,
    "message_template_id" UUID,
    "template_variables" JSONB,
    "automation_run_id" UUID,
    "campaign_send_id" UUID,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "lease_token" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "automations" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "status" "automation_status" NOT NULL DEFAULT 'draft',
    "active_version_id" UUID,
    "active_version_trigger_type" "trigger_type",
    "active_version_trigger_parameters_channel_id" UUID,
    "latest_version_id" UUID NOT NULL,
    "latest_version_trigger_type" "trigger_type" NOT NULL,
    "latest_version_trigger_parameters_channel_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "automations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "automation_versions" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "trigger_type" "trigger_type" NOT NULL,
    "trigger_channel_id" UUID,
    "trigger_parameters" JSONB NOT NULL DEFAULT '{}',
    "steps" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "automation_versions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "automation_runs" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "automation_version_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "chat_id" UUID,
    "campaign_send_id" UUID,
    "status" "automation_run_status" NOT NULL DEFAULT 'scheduled',
    "variables" JSONB NOT NULL DEFAULT '{}',
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "position" INTEGER NOT NULL DEFAULT 0,
    "depth" INTEGER NOT NULL DEFAULT 0,
    "lease_token" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "automation_runs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "automation_run_steps" (
    "tenant_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "result" JSONB,
    "error" JSONB,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_run_steps_pkey" PRIMARY KEY ("tenant_id","run_id","number")
);

-- CreateTable
CREATE TABLE "campaigns" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "message_template_id" UUID,
    "name" TEXT NOT NULL,
    "status" "campaign_status" NOT NULL DEFAULT 'draft',
    "is_scheduled" BOOLEAN NOT NULL DEFAULT false,
    "scheduled_at" TIMESTAMPTZ(3),
    "is_recurring" BOOLEAN NOT NULL DEFAULT false,
    "recurrence_rules" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "variables" JSONB NOT NULL DEFAULT '[]',
    "next_occurrence_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "campaign_recipients" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_recipients_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "campaign_occurrences" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "occurs_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_occurrences_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "campaign_sends" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "recipient_id" UUID NOT NULL,
    "occurrence_id" UUID NOT NULL,
    "status" "campaign_send_status" NOT NULL DEFAULT 'pending',
    "skipped_reason" TEXT,
    "message_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "campaign_sends_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "message_templates" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "channel_type" "channel_type",
    "language" TEXT,
    "body" TEXT NOT NULL,
    "content" JSONB NOT NULL DEFAULT '{}',
    "status" "message_template_status" NOT NULL DEFAULT 'draft',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_templates_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "files" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "checksum" TEXT NOT NULL,
    "public_token" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "files_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "file_contents" (
    "tenant_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "file_contents_pkey" PRIMARY KEY ("tenant_id","file_id")
);

-- CreateTable
CREATE TABLE "webhooks" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "status" "webhook_status" NOT NULL DEFAULT 'active',
    "api_version" "api_version" NOT NULL DEFAULT 'v3',
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "ordered" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "tenant_id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT,
    "scopes" JSONB,
    "channel_ids" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("tenant_id","webhook_id","position")
);

-- CreateTable
CREATE TABLE "events" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "legacy_type" TEXT,
    "channel_id" UUID,
    "chat_id" UUID,
    "contact_id" UUID,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "events_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "resend_of_id" UUID,
    "event_type" TEXT NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_token" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),
    "last_status_code" INTEGER,
    "delivered_at" TIMESTAMPTZ(3),
    "ordered_chat_id" UUID,
    "sequence" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "tenant_id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "response_body" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("tenant_id","delivery_id","number")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "operation_id" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "result" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","key")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_limit_windows" (
    "tenant_id" UUID NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "rate_limit_windows_pkey" PRIMARY KEY ("tenant_id","window_start")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenants_slug_key" ON "tenants"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "channels_id_key" ON "channels"("id");

-- CreateIndex
CREATE INDEX "channels_tenant_id_created_at_id_idx" ON "channels"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "contacts_tenant_id_created_at_id_idx" ON "contacts"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "contacts_tenant_id_phone_number_id_idx" ON "contacts"("tenant_id", "phone_number", "id");

-- CreateIndex
CREATE INDEX "contacts_tenant_id_email_id_idx" ON "contacts"("tenant_id", "email", "id");

-- CreateIndex
CREATE UNIQUE INDEX "handles_tenant_id_type_value_key" ON "handles"("tenant_id", "type", "value");

-- CreateIndex
CREATE UNIQUE INDEX "handles_tenant_id_contact_id_id_key" ON "handles"("tenant_id", "contact_id", "id");

-- CreateIndex
CREATE INDEX "labels_tenant_id_created_at_id_idx" ON "labels"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "labels_tenant_id_name_key" ON "labels"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "contact_labels_tenant_id_label_id_idx" ON "contact_labels"("tenant_id", "label_id");

-- CreateIndex
CREATE INDEX "attributes_tenant_id_created_at_id_idx" ON "attributes"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "attributes_tenant_id_external_id_key" ON "attributes"("tenant_id", "external_id");

-- CreateIndex
CREATE INDEX "attribute_values_tenant_id_attribute_id_idx" ON "attribute_values"("tenant_id", "attribute_id");

-- CreateIndex
CREATE INDEX "chats_tenant_id_contact_id_handle_id_idx" ON "chats"("tenant_id", "contact_id", "handle_id");

-- CreateIndex
CREATE INDEX "chats_tenant_id_created_at_id_idx" ON "chats"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "chats_tenant_id_channel_id_handle_id_key" ON "chats"("tenant_id", "channel_id", "handle_id");

-- CreateIndex
CREATE UNIQUE INDEX "chats_tenant_id_channel_id_id_key" ON "chats"("tenant_id", "channel_id", "id");

-- CreateIndex
CREATE INDEX "messages_tenant_id_chat_id_timestamp_id_idx" ON "messages"("tenant_id", "chat_id", "timestamp", "id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_tenant_id_channel_id_vendor_id_key" ON "messages"("tenant_id", "channel_id", "vendor_id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_tenant_id_chat_id_id_key" ON "messages"("tenant_id", "chat_id", "id");

-- CreateIndex
CREATE INDEX "automations_tenant_id_created_at_id_idx" ON "automations"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "automations_tenant_id_updated_at_id_idx" ON "automations"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "automations_tenant_id_name_id_idx" ON "automations"("tenant_id", "name", "id");

-- CreateIndex
CREATE INDEX "automations_tenant_id_status_id_idx" ON "automations"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "automations_tenant_id_active_version_id_id_idx" ON "automations"("tenant_id", "active_version_id", "id");

-- CreateIndex
CREATE INDEX "automations_tenant_id_active_version_trigger_type_id_idx" ON "automations"("tenant_id", "active_version_trigger_type", "id");

-- CreateIndex
CREATE INDEX "automations_active_version_trigger_channel_idx" ON "automations"("tenant_id", "active_version_trigger_parameters_channel_id", "id");

-- CreateIndex
CREATE INDEX "automations_tenant_id_latest_version_id_id_idx" ON "automations"("tenant_id", "latest_version_id", "id");

-- CreateIndex
CREATE INDEX "automations_tenant_id_latest_version_trigger_type_id_idx" ON "automations"("tenant_id", "latest_version_trigger_type", "id");

-- CreateIndex
CREATE INDEX "automations_latest_version_trigger_channel_idx" ON "automations"("tenant_id", "latest_version_trigger_parameters_channel_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "automation_versions_tenant_id_automation_id_id_key" ON "automation_versions"("tenant_id", "automation_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "automation_versions_tenant_id_automation_id_number_key" ON "automation_versions"("tenant_id", "automation_id", "number");

-- CreateIndex
CREATE INDEX "automation_runs_tenant_id_automation_id_created_at_id_idx" ON "automation_runs"("tenant_id", "automation_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "automation_runs_tenant_id_contact_id_idx" ON "automation_runs"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "automation_runs_tenant_id_campaign_send_id_key" ON "automation_runs"("tenant_id", "campaign_send_id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_created_at_id_idx" ON "campaigns"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_channel_id_created_at_id_idx" ON "campaigns"("tenant_id", "channel_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_automation_id_idx" ON "campaigns"("tenant_id", "automation_id");

-- CreateIndex
CREATE INDEX "campaign_recipients_tenant_id_contact_id_idx" ON "campaign_recipients"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_recipients_tenant_id_campaign_id_contact_id_key" ON "campaign_recipients"("tenant_id", "campaign_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_recipients_tenant_id_campaign_id_id_key" ON "campaign_recipients"("tenant_id", "campaign_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_occurrences_tenant_id_campaign_id_occurs_at_key" ON "campaign_occurrences"("tenant_id", "campaign_id", "occurs_at");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_occurrences_tenant_id_campaign_id_id_key" ON "campaign_occurrences"("tenant_id", "campaign_id", "id");

-- CreateIndex
CREATE INDEX "campaign_sends_tenant_id_campaign_id_status_idx" ON "campaign_sends"("tenant_id", "campaign_id", "status");

-- CreateIndex
CREATE INDEX "campaign_sends_tenant_id_occurrence_id_idx" ON "campaign_sends"("tenant_id", "occurrence_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_sends_tenant_id_recipient_id_occurrence_id_key" ON "campaign_sends"("tenant_id", "recipient_id", "occurrence_id");

-- CreateIndex
CREATE UNIQUE INDEX "campaign_sends_tenant_id_message_id_key" ON "campaign_sends"("tenant_id", "message_id");

-- CreateIndex
CREATE INDEX "message_templates_tenant_id_created_at_id_idx" ON "message_templates"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "files_public_token_key" ON "files"("public_token");

-- CreateIndex
CREATE INDEX "files_tenant_id_created_at_id_idx" ON "files"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhooks_tenant_id_created_at_id_idx" ON "webhooks"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "events_created_at_idx" ON "events"("created_at");

-- CreateIndex
CREATE INDEX "deliveries_tenant_id_event_id_idx" ON "deliveries"("tenant_id", "event_id");

-- CreateIndex
CREATE INDEX "deliveries_tenant_id_webhook_id_created_at_id_idx" ON "deliveries"("tenant_id", "webhook_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channels" ADD CONSTRAINT "channels_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handles" ADD CONSTRAINT "handles_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contacts"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "labels" ADD CONSTRAINT "labels_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_labels" ADD CONSTRAINT "contact_labels_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contacts"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_labels" ADD CONSTRAINT "contact_labels_tenant_id_label_id_fkey" FOREIGN KEY ("tenant_id", "label_id") REFERENCES "labels"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attributes" ADD CONSTRAINT "attributes_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_values" ADD CONSTRAINT "attribute_values_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contacts"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute_values" ADD CONSTRAINT "attribute_values_tenant_id_attribute_id_fkey" FOREIGN KEY ("tenant_id", "attribute_id") REFERENCES "attributes"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chats" ADD CONSTRAINT "chats_tenant_id_channel_id_fkey" FOREIGN KEY ("tenant_id", "channel_id") REFERENCES "channels"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chats" ADD CONSTRAINT "chats_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contacts"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chats" ADD CONSTRAINT "chats_tenant_id_contact_id_handle_id_fkey" FOREIGN KEY ("tenant_id", "contact_id", "handle_id") REFERENCES "handles"("tenant_id", "contact_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chats" ADD CONSTRAINT "chats_tenant_id_id_latest_message_id_fkey" FOREIGN KEY ("tenant_id", "id", "latest_message_id") REFERENCES "messages"("tenant_id", "chat_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_channel_id_chat_id_fkey" FOREIGN KEY ("tenant_id", "channel_id", "chat_id") REFERENCES "chats"("tenant_id", "channel_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_message_template_id_fkey" FOREIGN KEY ("tenant_id", "message_template_id") REFERENCES "message_templates"("tenant_id", "id") ON DELETE SET NULL ("message_template_id") ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_automation_run_id_fkey" FOREIGN KEY ("tenant_id", "automation_run_id") REFERENCES "automation_runs"("tenant_id", "id") ON DELETE SET NULL ("automation_run_id") ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_campaign_send_id_fkey" FOREIGN KEY ("tenant_id", "campaign_send_id") REFERENCES "campaign_sends"("tenant_id", "id") ON DELETE SET NULL ("campaign_send_id") ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automations" ADD CONSTRAINT "automations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automations" ADD CONSTRAINT "automations_tenant_id_id_active_version_id_fkey" FOREIGN KEY ("tenant_id", "id", "active_version_id") REFERENCES "automation_versions"("tenant_id", "automation_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED;

-- AddForeignKey
ALTER TABLE "automations" ADD CONSTRAINT "automations_tenant_id_id_latest_version_id_fkey" FOREIGN KEY ("tenant_id", "id", "latest_version_id") REFERENCES "automation_versions"("tenant_id", "automation_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED;

-- AddForeignKey
ALTER TABLE "automation_versions" ADD CONSTRAINT "automation_versions_tenant_id_automation_id_fkey" FOREIGN KEY ("tenant_id", "automation_id") REFERENCES "automations"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_tenant_id_automation_id_automation_version_fkey" FOREIGN KEY ("tenant_id", "automation_id", "automation_version_id") REFERENCES "automation_versions"("tenant_id", "automation_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contacts"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_tenant_id_chat_id_fkey" FOREIGN KEY ("tenant_id", "chat_id") REFERENCES "chats"("tenant_id", "id") ON DELETE SET NULL ("chat_id") ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_tenant_id_campaign_send_id_fkey" FOREIGN KEY ("tenant_id", "campaign_send_id") REFERENCES "campaign_sends"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_run_steps" ADD CONSTRAINT "automation_run_steps_tenant_id_run_id_fkey" FOREIGN KEY ("tenant_id", "run_id") REFERENCES "automation_runs"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_tenant_id_channel_id_fkey" FOREIGN KEY ("tenant_id", "channel_id") REFERENCES "channels"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_tenant_id_automation_id_fkey" FOREIGN KEY ("tenant_id", "automation_id") REFERENCES "automations"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_tenant_id_message_template_id_fkey" FOREIGN KEY ("tenant_id", "message_template_id") REFERENCES "message_templates"("tenant_id", "id") ON DELETE SET NULL ("message_template_id") ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_tenant_id_campaign_id_fkey" FOREIGN KEY ("tenant_id", "campaign_id") REFERENCES "campaigns"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contacts"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_occurrences" ADD CONSTRAINT "campaign_occurrences_tenant_id_campaign_id_fkey" FOREIGN KEY ("tenant_id", "campaign_id") REFERENCES "campaigns"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_sends" ADD CONSTRAINT "campaign_sends_tenant_id_campaign_id_recipient_id_fkey" FOREIGN KEY ("tenant_id", "campaign_id", "recipient_id") REFERENCES "campaign_recipients"("tenant_id", "campaign_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_sends" ADD CONSTRAINT "campaign_sends_tenant_id_campaign_id_occurrence_id_fkey" FOREIGN KEY ("tenant_id", "campaign_id", "occurrence_id") REFERENCES "campaign_occurrences"("tenant_id", "campaign_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaign_sends" ADD CONSTRAINT "campaign_sends_tenant_id_message_id_fkey" FOREIGN KEY ("tenant_id", "message_id") REFERENCES "messages"("tenant_id", "id") ON DELETE SET NULL ("message_id") ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_contents" ADD CONSTRAINT "file_contents_tenant_id_file_id_fkey" FOREIGN KEY ("tenant_id", "file_id") REFERENCES "files"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_tenant_id_webhook_id_fkey" FOREIGN KEY ("tenant_id", "webhook_id") REFERENCES "webhooks"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "events"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_tenant_id_webhook_id_fkey" FOREIGN KEY ("tenant_id", "webhook_id") REFERENCES "webhooks"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_tenant_id_resend_of_id_fkey" FOREIGN KEY ("tenant_id", "resend_of_id") REFERENCES "deliveries"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_tenant_id_delivery_id_fkey" FOREIGN KEY ("tenant_id", "delivery_id") REFERENCES "deliveries"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rate_limit_windows" ADD CONSTRAINT "rate_limit_windows_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on: what schema.prisma cannot say.

-- An event goes to a webhook once; a resend is a further row.
CREATE UNIQUE INDEX "deliveries_event_webhook_once_key" ON "deliveries"("tenant_id", "event_id", "webhook_id") WHERE "resend_of_id" IS NULL;

-- Work that is due, or whose worker has died, is found without reading what is done.
CREATE INDEX "deliveries_due_idx" ON "deliveries"("next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "deliveries_lease_idx" ON "deliveries"("lease_expires_at") WHERE "status" = 'delivering';
CREATE INDEX "deliveries_order_idx" ON "deliveries"("tenant_id", "webhook_id", "ordered_chat_id", "sequence") WHERE "ordered_chat_id" IS NOT NULL AND "status" IN ('pending', 'delivering');
CREATE INDEX "automation_runs_due_idx" ON "automation_runs"("scheduled_at") WHERE "status" IN ('scheduled', 'running');
CREATE INDEX "campaigns_due_idx" ON "campaigns"("next_occurrence_at") WHERE "next_occurrence_at" IS NOT NULL;
CREATE INDEX "chats_snoozed_until_idx" ON "chats"("snoozed_until") WHERE "snoozed_until" IS NOT NULL;
CREATE INDEX "messages_pending_idx" ON "messages"("created_at") WHERE "sender" = 'outbound' AND "status" = 'pending';

-- Mostly empty references, indexed for the deletion of what they point to.
CREATE INDEX "messages_message_template_idx" ON "messages"("tenant_id", "message_template_id") WHERE "message_template_id" IS NOT NULL;
CREATE INDEX "messages_automation_run_idx" ON "messages"("tenant_id", "automation_run_id") WHERE "automation_run_id" IS NOT NULL;
CREATE INDEX "messages_campaign_send_idx" ON "messages"("tenant_id", "campaign_send_id") WHERE "campaign_send_id" IS NOT NULL;
CREATE INDEX "automation_runs_chat_idx" ON "automation_runs"("tenant_id", "chat_id") WHERE "chat_id" IS NOT NULL;
CREATE INDEX "campaigns_message_template_idx" ON "campaigns"("tenant_id", "message_template_id") WHERE "message_template_id" IS NOT NULL;
CREATE INDEX "deliveries_resend_of_idx" ON "deliveries"("tenant_id", "resend_of_id") WHERE "resend_of_id" IS NOT NULL;

-- Files are mostly compressed already; stored plain, a part of one can be read without the rest.
ALTER TABLE "file_contents" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- Substring search on names. A server without the two extensions does without the index; the condition, always
-- true, hides the index from Prisma, which would otherwise miss it in the schema or in such a database.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS "pg_trgm";
  CREATE EXTENSION IF NOT EXISTS "btree_gin";
  CREATE INDEX "automations_name_trigram_idx" ON "automations" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
EXCEPTION
  WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching automations by name reads all names of the tenant';
END
$$;
