-- Unlogged: a write of the table costs no write-ahead log, and after a crash every process waits for its replica anyway.
-- CreateTable
CREATE UNLOGGED TABLE "key_writes" (
    "tenant_id" UUID NOT NULL,
    "writer_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "key_writes_pkey" PRIMARY KEY ("tenant_id","writer_id")
);

-- AddForeignKey
ALTER TABLE "key_writes" ADD CONSTRAINT "key_writes_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
