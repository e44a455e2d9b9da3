-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN "failure_reason" JSONB;

-- Before the first occurrence a recipient ends with its campaign. Why a send failed is read from its message or its run.
CREATE OR REPLACE VIEW "campaign_recipient_states" AS
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
