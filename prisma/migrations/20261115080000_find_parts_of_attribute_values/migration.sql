-- Substring search on the values of attributes, as on every other text by which contacts can be filtered.
DO $$
BEGIN
  CREATE INDEX "attribute_values_trigram_idx" ON "attribute_values" USING gin ("tenant_id", "attribute_id", "value" gin_trgm_ops) WHERE "value" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching for a part of an attribute reads all of its values';
END
$$;
