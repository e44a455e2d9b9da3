-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "search_language" TEXT;

-- CreateTable
CREATE TABLE "message_words" (
    "tenant_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "message_words_pkey" PRIMARY KEY ("tenant_id","message_id")
);

-- CreateTable
CREATE TABLE "message_word_progress" (
    "tenant_id" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "stored_until" UUID,
    "settling_until" UUID,
    "settling_number" BIGINT,

    CONSTRAINT "message_word_progress_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "messages_tenant_id_timestamp_id_idx" ON "messages"("tenant_id", "timestamp", "id");

-- AddForeignKey
ALTER TABLE "message_words" ADD CONSTRAINT "message_words_tenant_id_message_id_fkey" FOREIGN KEY ("tenant_id", "message_id") REFERENCES "messages"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_word_progress" ADD CONSTRAINT "message_word_progress_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A word is found among those of its tenant. A server without btree_gin finds it among those of all tenants. New entries
-- wait in a list of at most 512 kB, which every search reads. Prisma does not see a partial index.
DO $$
BEGIN
  CREATE INDEX "message_words_words_idx" ON "message_words" USING gin ("tenant_id", "words") WITH (gin_pending_list_limit = 512) WHERE "tenant_id" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    CREATE INDEX "message_words_words_idx" ON "message_words" USING gin ("words") WITH (gin_pending_list_limit = 512) WHERE "tenant_id" IS NOT NULL;
    RAISE NOTICE 'btree_gin is not available: searching messages by words reads the entries of all tenants';
END
$$;

-- One worker at a time stores the words of new messages.
INSERT INTO "usage_counts" ("name", "due_at") VALUES ('message_words', '2000-01-01T00:00:00Z') ON CONFLICT ("name") DO NOTHING;
