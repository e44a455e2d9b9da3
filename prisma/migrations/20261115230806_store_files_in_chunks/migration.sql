-- A file is stored in chunks; one that was stored before is a single chunk.
-- AlterTable
ALTER TABLE "file_contents" ADD COLUMN IF NOT EXISTS "start_at" INTEGER NOT NULL DEFAULT 0;
-- On a database with rows, online.sql has built it.
CREATE UNIQUE INDEX IF NOT EXISTS "file_contents_chunk_key" ON "file_contents"("tenant_id", "file_id", "start_at");
ALTER TABLE "file_contents" DROP CONSTRAINT "file_contents_pkey",
ADD CONSTRAINT "file_contents_pkey" PRIMARY KEY USING INDEX "file_contents_chunk_key";

-- CreateTable
CREATE UNLOGGED TABLE "upload_chunks" (
    "tenant_id" UUID NOT NULL,
    "upload_id" UUID NOT NULL,
    "start_at" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upload_chunks_pkey" PRIMARY KEY ("tenant_id","upload_id","start_at")
);

-- CreateIndex
CREATE INDEX "upload_chunks_created_at_idx" ON "upload_chunks"("created_at");

-- AddForeignKey
ALTER TABLE "upload_chunks" ADD CONSTRAINT "upload_chunks_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A chunk is copied without being unpacked first.
ALTER TABLE "upload_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
