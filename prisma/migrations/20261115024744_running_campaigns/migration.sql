-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN     "starts_at" TIMESTAMPTZ(3);

-- A recipient with what became of it in the latest occurrence: one relation to filter, sort and page through.
CREATE VIEW "campaign_recipient_states" AS
SELECT recipient."tenant_id", recipient."id", recipient."campaign_id", recipient."contact_id", recipient."created_at",
    COALESCE(latest."status", 'pending') AS "status", latest."skipped_reason", latest."message_id", latest."occurs_at"
FROM "campaign_recipients" recipient
LEFT JOIN LATERAL (
    SELECT send."status", send."skipped_reason", send."message_id", occurrence."occurs_at"
    FROM "campaign_sends" send
    JOIN "campaign_occurrences" occurrence
        ON occurrence."tenant_id" = send."tenant_id" AND occurrence."id" = send."occurrence_id"
    WHERE send."tenant_id" = recipient."tenant_id" AND send."recipient_id" = recipient."id"
    ORDER BY occurrence."occurs_at" DESC
    LIMIT 1
) latest ON true;
