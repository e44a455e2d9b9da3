-- Substring search on the remaining texts by which a search can filter, as on the names of automations.
DO $$
BEGIN
  CREATE INDEX "labels_color_trigram_idx" ON "labels" USING gin ("tenant_id", "color" gin_trgm_ops) WHERE "color" IS NOT NULL;
  CREATE INDEX "message_templates_language_trigram_idx" ON "message_templates" USING gin ("tenant_id", "language" gin_trgm_ops) WHERE "language" IS NOT NULL;
  CREATE INDEX "handles_value_trigram_idx" ON "handles" USING gin ("tenant_id", "value" gin_trgm_ops) WHERE "value" IS NOT NULL;
  CREATE INDEX "chats_assigned_user_trigram_idx" ON "chats" USING gin ("tenant_id", "assigned_user_id" gin_trgm_ops) WHERE "assigned_user_id" IS NOT NULL;
  CREATE INDEX "chats_assigned_team_trigram_idx" ON "chats" USING gin ("tenant_id", "assigned_team_id" gin_trgm_ops) WHERE "assigned_team_id" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching for a part of a color, a language, a handle or an assignee reads all of the tenant';
END
$$;
