-- DropIndex
DROP INDEX "campaigns_tenant_id_automation_id_idx";

-- CreateIndex
CREATE INDEX "automation_runs_tenant_id_automation_id_automation_version__idx" ON "automation_runs"("tenant_id", "automation_id", "automation_version_id", "id");

-- CreateIndex
CREATE INDEX "automation_runs_tenant_id_automation_id_contact_id_id_idx" ON "automation_runs"("tenant_id", "automation_id", "contact_id", "id");

-- CreateIndex
CREATE INDEX "automation_runs_tenant_id_automation_id_chat_id_id_idx" ON "automation_runs"("tenant_id", "automation_id", "chat_id", "id");

-- CreateIndex
CREATE INDEX "automation_runs_tenant_id_automation_id_status_id_idx" ON "automation_runs"("tenant_id", "automation_id", "status", "id");

-- CreateIndex
CREATE INDEX "automation_runs_tenant_id_automation_id_scheduled_at_id_idx" ON "automation_runs"("tenant_id", "automation_id", "scheduled_at", "id");

-- CreateIndex
CREATE INDEX "automation_runs_tenant_id_automation_id_finished_at_id_idx" ON "automation_runs"("tenant_id", "automation_id", "finished_at", "id");

-- CreateIndex
CREATE INDEX "campaign_recipients_tenant_id_campaign_id_created_at_id_idx" ON "campaign_recipients"("tenant_id", "campaign_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_updated_at_id_idx" ON "campaigns"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_name_id_idx" ON "campaigns"("tenant_id", "name", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_status_id_idx" ON "campaigns"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_channel_id_id_idx" ON "campaigns"("tenant_id", "channel_id", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_automation_id_id_idx" ON "campaigns"("tenant_id", "automation_id", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_message_template_id_id_idx" ON "campaigns"("tenant_id", "message_template_id", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_scheduled_at_id_idx" ON "campaigns"("tenant_id", "scheduled_at", "id");

-- CreateIndex
CREATE INDEX "campaigns_tenant_id_next_occurrence_at_id_idx" ON "campaigns"("tenant_id", "next_occurrence_at", "id");

-- From here on: what schema.prisma cannot say.

-- The index above serves the deletion of a template too.
DROP INDEX "campaigns_message_template_idx";

-- With the run, whose log tells why a recipient got nothing.
CREATE OR REPLACE VIEW "campaign_recipient_states" AS
SELECT recipient."tenant_id", recipient."id", recipient."campaign_id", recipient."contact_id", recipient."created_at",
    COALESCE(latest."status", 'pending') AS "status", latest."skipped_reason", latest."message_id", latest."occurs_at",
    latest."automation_run_id"
FROM "campaign_recipients" recipient
LEFT JOIN LATERAL (
    SELECT send."status", send."skipped_reason", send."message_id", occurrence."occurs_at", (
        SELECT run."id" FROM "automation_runs" run
        WHERE run."tenant_id" = send."tenant_id" AND run."campaign_send_id" = send."id"
    ) AS "automation_run_id"
    FROM "campaign_sends" send
    JOIN "campaign_occurrences" occurrence
        ON occurrence."tenant_id" = send."tenant_id" AND occurrence."id" = send."occurrence_id"
    WHERE send."tenant_id" = recipient."tenant_id" AND send."recipient_id" = recipient."id"
    ORDER BY occurrence."occurs_at" DESC
    LIMIT 1
) latest ON true;

-- Substring search on names, as for the names of automations.
DO $$
BEGIN
  CREATE INDEX "campaigns_name_trigram_idx" ON "campaigns" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching campaigns by name reads all names of the tenant';
END
$$;
