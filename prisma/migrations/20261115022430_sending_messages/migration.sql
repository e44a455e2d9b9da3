-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "subject" TEXT,
ADD COLUMN     "turn_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "early_statuses" (
    "tenant_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "vendor_id" TEXT NOT NULL,
    "status" "message_status" NOT NULL,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "early_statuses_pkey" PRIMARY KEY ("tenant_id","channel_id","vendor_id","status")
);

-- CreateIndex
CREATE INDEX "early_statuses_created_at_idx" ON "early_statuses"("created_at");

-- AddForeignKey
ALTER TABLE "early_statuses" ADD CONSTRAINT "early_statuses_tenant_id_channel_id_fkey" FOREIGN KEY ("tenant_id", "channel_id") REFERENCES "channels"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The messages of a chat go out one after the other: what waits before this one is found without reading the chat.
CREATE INDEX "messages_waiting_in_chat_idx" ON "messages"("tenant_id", "chat_id", "id") WHERE "sender" = 'outbound' AND "status" = 'pending';
