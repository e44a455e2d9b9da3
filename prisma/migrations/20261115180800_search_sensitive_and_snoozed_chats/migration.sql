-- CreateIndex
CREATE INDEX "chats_tenant_id_is_sensitive_id_idx" ON "chats"("tenant_id", "is_sensitive", "id");

-- CreateIndex
CREATE INDEX "chats_tenant_id_snoozed_until_id_idx" ON "chats"("tenant_id", "snoozed_until", "id");
