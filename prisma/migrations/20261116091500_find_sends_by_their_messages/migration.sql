-- A send of a campaign is updated up to four times, and two of its indexes contained what changes. The message that it
-- reports now refers to it by the id of the send, which both rows know: a send is found by its key, and a message can be
-- reported by no other send.
CREATE UNIQUE INDEX IF NOT EXISTS "messages_tenant_id_campaign_send_id_id_key" ON "messages"("tenant_id", "campaign_send_id", "id");
CREATE INDEX IF NOT EXISTS "campaign_sends_tenant_id_campaign_id_idx" ON "campaign_sends"("tenant_id", "campaign_id");

-- On a database with rows, online.sql has added it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conname = 'campaign_sends_tenant_id_id_message_id_fkey') THEN
    ALTER TABLE "campaign_sends" ADD CONSTRAINT "campaign_sends_tenant_id_id_message_id_fkey" FOREIGN KEY ("tenant_id", "id", "message_id")
      REFERENCES "messages"("tenant_id", "campaign_send_id", "id") ON DELETE SET NULL ("message_id") ON UPDATE NO ACTION DEFERRABLE;
  END IF;
END
$$;

-- A new version of a row fits into the page of the old one.
ALTER TABLE "campaign_sends" SET (fillfactor = 80);
