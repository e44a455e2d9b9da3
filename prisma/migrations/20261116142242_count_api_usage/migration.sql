-- CreateEnum
CREATE TYPE "usage_kind" AS ENUM ('operation', 'request_field', 'filter_field', 'event_type', 'enum_value', 'error_key');

-- CreateTable
CREATE TABLE "api_usage" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" UUID,
    "kind" "usage_kind" NOT NULL,
    "api_version" TEXT NOT NULL,
    "operation_id" TEXT,
    "name" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "api_usage_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "api_usage_tenant_id_created_at_id_idx" ON "api_usage"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "api_usage_tenant_id_key_id_id_idx" ON "api_usage"("tenant_id", "key_id", "id");

-- CreateIndex
CREATE INDEX "api_usage_tenant_id_kind_id_idx" ON "api_usage"("tenant_id", "kind", "id");

-- CreateIndex
CREATE INDEX "api_usage_tenant_id_operation_id_id_idx" ON "api_usage"("tenant_id", "operation_id", "id");

-- CreateIndex
CREATE INDEX "api_usage_tenant_id_name_id_idx" ON "api_usage"("tenant_id", "name", "id");

-- CreateIndex
CREATE INDEX "api_usage_created_at_idx" ON "api_usage" USING BRIN ("created_at");

-- AddForeignKey
ALTER TABLE "api_usage" ADD CONSTRAINT "api_usage_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Substring search, as in the audit log.
DO $$
BEGIN
  CREATE INDEX "api_usage_operation_id_trigram_idx" ON "api_usage" USING gin ("tenant_id", "operation_id" gin_trgm_ops) WHERE "operation_id" IS NOT NULL;
  CREATE INDEX "api_usage_name_trigram_idx" ON "api_usage" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching the usage by a part of a text reads all of the tenant';
END
$$;

-- The counts of a day are updated once a minute. The free space keeps a new version of a row in its page, so that no
-- index changes.
ALTER TABLE "api_usage" SET (fillfactor = 80);
