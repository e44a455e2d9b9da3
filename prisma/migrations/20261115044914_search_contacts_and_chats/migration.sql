-- DropIndex
DROP INDEX "contact_labels_tenant_id_label_id_idx";

-- CreateIndex
CREATE INDEX "chats_tenant_id_updated_at_id_idx" ON "chats"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "chats_tenant_id_status_id_idx" ON "chats"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "chats_tenant_id_is_unread_id_idx" ON "chats"("tenant_id", "is_unread", "id");

-- CreateIndex
CREATE INDEX "chats_tenant_id_open_until_id_idx" ON "chats"("tenant_id", "open_until", "id");

-- CreateIndex
CREATE INDEX "chats_tenant_id_assigned_user_id_id_idx" ON "chats"("tenant_id", "assigned_user_id", "id");

-- CreateIndex
CREATE INDEX "chats_tenant_id_assigned_team_id_id_idx" ON "chats"("tenant_id", "assigned_team_id", "id");

-- CreateIndex
CREATE INDEX "contact_labels_tenant_id_label_id_contact_id_idx" ON "contact_labels"("tenant_id", "label_id", "contact_id");

-- CreateIndex
CREATE INDEX "contacts_tenant_id_updated_at_id_idx" ON "contacts"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "contacts_tenant_id_first_name_id_idx" ON "contacts"("tenant_id", "first_name", "id");

-- CreateIndex
CREATE INDEX "contacts_tenant_id_last_name_id_idx" ON "contacts"("tenant_id", "last_name", "id");

-- CreateIndex
CREATE INDEX "contacts_tenant_id_is_subscribed_id_idx" ON "contacts"("tenant_id", "is_subscribed", "id");

-- CreateIndex
CREATE INDEX "handles_tenant_id_value_contact_id_idx" ON "handles"("tenant_id", "value", "contact_id");

-- From here on: what schema.prisma cannot say.

-- Values of attributes by their beginning, since a whole one may be too long for an index, and numbers by their size.
CREATE INDEX "attribute_values_text_idx" ON "attribute_values"("tenant_id", "attribute_id", ("left"("value", 255)) COLLATE "C", "contact_id") WHERE "value" IS NOT NULL;
CREATE INDEX "attribute_values_number_idx" ON "attribute_values"("tenant_id", "attribute_id", (CASE WHEN length("value") <= 100 AND "value" ~ '^-?\d+(\.\d+)?$' THEN "value"::numeric END), "contact_id") WHERE length("value") <= 100 AND "value" ~ '^-?\d+(\.\d+)?$';

-- Substring search on names and addresses, as for the names of automations.
DO $$
BEGIN
  CREATE INDEX "contacts_text_trigram_idx" ON "contacts" USING gin ("tenant_id", (coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("phone_number", '') || ' ' || coalesce("email", '')) gin_trgm_ops) WHERE "tenant_id" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching contacts by text reads all contacts of the tenant';
END
$$;
