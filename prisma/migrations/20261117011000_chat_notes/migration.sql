-- AlterEnum
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'chat.note_added' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';

-- CreateTable
CREATE TABLE "chat_notes" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "author_user_id" UUID,
    "author_key_id" UUID,
    "mentioned_user_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "event_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_notes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "chat_notes_tenant_id_chat_id_created_at_id_idx" ON "chat_notes"("tenant_id", "chat_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_tenant_id_chat_id_fkey" FOREIGN KEY ("tenant_id", "chat_id") REFERENCES "chats"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
