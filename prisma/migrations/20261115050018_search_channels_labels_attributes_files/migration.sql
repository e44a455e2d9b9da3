-- CreateIndex
CREATE INDEX "attributes_tenant_id_updated_at_id_idx" ON "attributes"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "attributes_tenant_id_name_id_idx" ON "attributes"("tenant_id", "name", "id");

-- CreateIndex
CREATE INDEX "attributes_tenant_id_type_id_idx" ON "attributes"("tenant_id", "type", "id");

-- CreateIndex
CREATE INDEX "channels_tenant_id_updated_at_id_idx" ON "channels"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "channels_tenant_id_name_id_idx" ON "channels"("tenant_id", "name", "id");

-- CreateIndex
CREATE INDEX "channels_tenant_id_type_id_idx" ON "channels"("tenant_id", "type", "id");

-- CreateIndex
CREATE INDEX "channels_tenant_id_provider_id_idx" ON "channels"("tenant_id", "provider", "id");

-- CreateIndex
CREATE INDEX "files_tenant_id_updated_at_id_idx" ON "files"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "files_tenant_id_name_id_idx" ON "files"("tenant_id", "name", "id");

-- CreateIndex
CREATE INDEX "files_tenant_id_content_type_id_idx" ON "files"("tenant_id", "content_type", "id");

-- CreateIndex
CREATE INDEX "files_tenant_id_size_id_idx" ON "files"("tenant_id", "size", "id");

-- CreateIndex
CREATE INDEX "labels_tenant_id_updated_at_id_idx" ON "labels"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "labels_tenant_id_color_id_idx" ON "labels"("tenant_id", "color", "id");

-- Substring search, as on the names of automations.
DO $$
BEGIN
  CREATE INDEX "channels_name_trigram_idx" ON "channels" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
  CREATE INDEX "labels_name_trigram_idx" ON "labels" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
  CREATE INDEX "attributes_name_trigram_idx" ON "attributes" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
  CREATE INDEX "attributes_external_id_trigram_idx" ON "attributes" USING gin ("tenant_id", "external_id" gin_trgm_ops) WHERE "external_id" IS NOT NULL;
  CREATE INDEX "files_name_trigram_idx" ON "files" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
  CREATE INDEX "files_content_type_trigram_idx" ON "files" USING gin ("tenant_id", "content_type" gin_trgm_ops) WHERE "content_type" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching channels, labels, attributes and files by name reads all of the tenant';
END
$$;
