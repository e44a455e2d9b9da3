-- CreateIndex
CREATE INDEX IF NOT EXISTS "attribute_values_tenant_id_attribute_id_contact_id_idx" ON "attribute_values" ("tenant_id", "attribute_id", "contact_id");
