-- CreateTable
CREATE TABLE "segments" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "segments_pkey" PRIMARY KEY ("tenant_id","id")
);

-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN "audience_query" TEXT,
ADD COLUMN "segment_id" UUID;

-- AlterTable
ALTER TABLE "campaign_occurrences" ADD COLUMN "audience_query" TEXT,
ADD COLUMN "resolved_to" UUID;

-- CreateIndex
CREATE INDEX "segments_tenant_id_created_at_id_idx" ON "segments"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "segments_tenant_id_updated_at_id_idx" ON "segments"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "segments_tenant_id_name_id_idx" ON "segments"("tenant_id", "name", "id");

-- CreateIndex
-- allowed: index-blocks-writes: campaigns are few, thousands at most, and the new column is empty
CREATE INDEX "campaigns_tenant_id_segment_id_id_idx" ON "campaigns"("tenant_id", "segment_id", "id");

-- AddForeignKey
ALTER TABLE "segments" ADD CONSTRAINT "segments_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
-- allowed: scans-table: campaigns are few, thousands at most, and the new column is empty
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_tenant_id_segment_id_fkey" FOREIGN KEY ("tenant_id", "segment_id") REFERENCES "segments"("tenant_id", "id") ON DELETE SET NULL ("segment_id") ON UPDATE CASCADE;

-- Substring search, as on the names of labels.
DO $$
BEGIN
  CREATE INDEX "segments_name_trigram_idx" ON "segments" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching segments by a part of a name reads all of the tenant';
END
$$;
