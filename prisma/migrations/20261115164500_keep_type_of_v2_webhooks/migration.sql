-- v2 shows one type and one channel of a webhook, also when v3 has given it events that v2 has no name for.
ALTER TABLE "webhooks" ADD COLUMN "legacy_type" TEXT, ADD COLUMN "legacy_channel_id" TEXT;

-- The first event with a name of v2 is what v2 made.
UPDATE "webhooks" webhook
SET "legacy_type" = entry."type",
    "legacy_channel_id" = CASE WHEN cardinality(entry."channel_ids") = 1 THEN entry."scopes" -> 0 -> 'ids' ->> 0 END
FROM (
  SELECT DISTINCT ON ("tenant_id", "webhook_id") * FROM "webhook_events"
  WHERE "type" LIKE '%\_MESSAGE\_%' ORDER BY "tenant_id", "webhook_id", "position"
) entry
WHERE webhook."api_version" = 'v2' AND entry."tenant_id" = webhook."tenant_id" AND entry."webhook_id" = webhook."id";

-- Where v3 has replaced it already, nobody knows it any more. The kind of channel and of event come closest.
UPDATE "webhooks" webhook
SET "legacy_type" = coalesce((
    SELECT upper(channel."type"::text) || CASE WHEN entry."type" IN ('message.sent', 'message.updated')
      THEN '_MESSAGE_STATUS' ELSE '_MESSAGE_RECEIVED' END
    FROM "webhook_events" entry
    JOIN "channels" channel ON channel."tenant_id" = entry."tenant_id" AND channel."id"::text = ANY (entry."channel_ids")
    WHERE entry."tenant_id" = webhook."tenant_id" AND entry."webhook_id" = webhook."id"
    ORDER BY entry."position", channel."id" LIMIT 1
  ), 'WHATSAPP_MESSAGE_RECEIVED')
WHERE webhook."api_version" = 'v2' AND webhook."legacy_type" IS NULL;
