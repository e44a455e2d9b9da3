-- CreateEnum
CREATE TYPE "audit_actor" AS ENUM ('api_key', 'issuer', 'operator', 'service');

-- CreateTable
CREATE TABLE "audit_log" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "actor_type" "audit_actor" NOT NULL,
    "key_id" UUID,
    "request_id" TEXT,
    "resource_id" UUID NOT NULL,
    "changed_fields" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "audit_log_tenant_id_created_at_id_idx" ON "audit_log"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_log_tenant_id_action_id_idx" ON "audit_log"("tenant_id", "action", "id");

-- CreateIndex
CREATE INDEX "audit_log_tenant_id_actor_type_id_idx" ON "audit_log"("tenant_id", "actor_type", "id");

-- CreateIndex
CREATE INDEX "audit_log_tenant_id_key_id_id_idx" ON "audit_log"("tenant_id", "key_id", "id");

-- CreateIndex
CREATE INDEX "audit_log_tenant_id_request_id_id_idx" ON "audit_log"("tenant_id", "request_id", "id");

-- CreateIndex
CREATE INDEX "audit_log_tenant_id_resource_id_id_idx" ON "audit_log"("tenant_id", "resource_id", "id");

-- AddForeignKey
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Substring search, as on the names of automations.
DO $$
BEGIN
  CREATE INDEX "audit_log_action_trigram_idx" ON "audit_log" USING gin ("tenant_id", "action" gin_trgm_ops) WHERE "action" IS NOT NULL;
  CREATE INDEX "audit_log_request_id_trigram_idx" ON "audit_log" USING gin ("tenant_id", "request_id" gin_trgm_ops) WHERE "request_id" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching the audit log by a part of a text reads all of the tenant';
END
$$;

-- Entries are only added. They are deleted together with their tenant, whose row is gone by then.
CREATE FUNCTION "keep_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF NOT EXISTS (SELECT FROM "tenants" WHERE "tenants"."id" = OLD."tenant_id") THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER "audit_log_kept" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "keep_audit_log"();
CREATE TRIGGER "audit_log_not_truncated" BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_log"();
