ALTER TABLE "file_contents" ADD COLUMN IF NOT EXISTS "start_at" INTEGER NOT NULL DEFAULT 0;

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "file_contents_chunk_key" ON "file_contents"("tenant_id", "file_id", "start_at");
