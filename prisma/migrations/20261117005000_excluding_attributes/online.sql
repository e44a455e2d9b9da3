-- A search for contacts without a value of an attribute compares all contacts with all values. With this index both come in
-- the order of contacts, so PostgreSQL merges them. Without it, PostgreSQL builds a hash table that does not fit into its memory.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "attribute_values_tenant_id_attribute_id_contact_id_idx" ON "attribute_values" ("tenant_id", "attribute_id", "contact_id");
