-- AlterEnum
ALTER TYPE "delivery_event" ADD VALUE IF NOT EXISTS 'contact.merged' BEFORE 'WHATSAPP_MESSAGE_RECEIVED';

-- CreateTable
CREATE TABLE "merged_contacts" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "merged_into" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "merged_contacts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "merged_contacts_tenant_id_merged_into_idx" ON "merged_contacts"("tenant_id", "merged_into");

-- AddForeignKey
ALTER TABLE "merged_contacts" ADD CONSTRAINT "merged_contacts_tenant_id_merged_into_fkey" FOREIGN KEY ("tenant_id", "merged_into") REFERENCES "contacts"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
