-- The index with the contacts begins with the same columns.
DROP INDEX IF EXISTS "attribute_values_tenant_id_attribute_id_idx";
