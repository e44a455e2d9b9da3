-- CreateEnum
CREATE TYPE "erasure_state" AS ENUM ('running', 'completed');

-- CreateTable
CREATE TABLE "erasures" (
    "tenant_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "state" "erasure_state" NOT NULL DEFAULT 'running',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("tenant_id","contact_id")
);

-- CreateTable
CREATE TABLE "erased_records" (
    "tenant_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "is_file" BOOLEAN NOT NULL DEFAULT false,
    "is_hidden" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "erased_records_pkey" PRIMARY KEY ("tenant_id","contact_id","id")
);

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "erased_records" ADD CONSTRAINT "erased_records_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "erasures"("tenant_id", "contact_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Maintenance looks for erasures whose job was lost; completed ones stay.
CREATE INDEX "erasures_running_idx" ON "erasures"("requested_at") WHERE "state" = 'running';

-- Every search of contacts and chats reads it; it is empty unless a person with many records is being erased.
CREATE INDEX "erased_records_hidden_idx" ON "erased_records"("tenant_id", "id") WHERE "is_hidden";
