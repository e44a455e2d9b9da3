-- Nothing finds pending messages by their age. With statistics from a moment without any, PostgreSQL chose this index to look up
-- the pending messages of one chat, and read those of all tenants. Another index has them by chat.
DROP INDEX IF EXISTS "messages_pending_idx";
