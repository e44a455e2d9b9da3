-- A run goes on where it was triggered, or not at all. No foreign key: the channel may be gone.
ALTER TABLE "automation_runs" ADD COLUMN "channel_id" UUID;

UPDATE "automation_runs" run
SET "channel_id" = chat."channel_id"
FROM "chats" chat
WHERE chat."tenant_id" = run."tenant_id" AND chat."id" = run."chat_id" AND run."status" IN ('scheduled', 'running');
