-- CreateTable
CREATE TABLE "users" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "external_id" TEXT,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "is_available" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "teams" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "external_id" TEXT,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "team_members" (
    "tenant_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "turn" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "team_members_pkey" PRIMARY KEY ("tenant_id","team_id","user_id")
);

-- CreateIndex
CREATE INDEX "users_tenant_id_created_at_id_idx" ON "users"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "users_tenant_id_updated_at_id_idx" ON "users"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "users_tenant_id_name_id_idx" ON "users"("tenant_id", "name", "id");

-- CreateIndex
CREATE INDEX "users_tenant_id_email_id_idx" ON "users"("tenant_id", "email", "id");

-- CreateIndex
CREATE INDEX "users_tenant_id_is_available_id_idx" ON "users"("tenant_id", "is_available", "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_tenant_id_external_id_key" ON "users"("tenant_id", "external_id");

-- CreateIndex
CREATE INDEX "teams_tenant_id_created_at_id_idx" ON "teams"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "teams_tenant_id_updated_at_id_idx" ON "teams"("tenant_id", "updated_at", "id");

-- CreateIndex
CREATE INDEX "teams_tenant_id_name_id_idx" ON "teams"("tenant_id", "name", "id");

-- CreateIndex
CREATE UNIQUE INDEX "teams_tenant_id_external_id_key" ON "teams"("tenant_id", "external_id");

-- CreateIndex
CREATE INDEX "team_members_tenant_id_user_id_team_id_idx" ON "team_members"("tenant_id", "user_id", "team_id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_tenant_id_team_id_fkey" FOREIGN KEY ("tenant_id", "team_id") REFERENCES "teams"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Substring search, as on the names of labels.
DO $$
BEGIN
  CREATE INDEX "users_name_trigram_idx" ON "users" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
  CREATE INDEX "users_external_id_trigram_idx" ON "users" USING gin ("tenant_id", "external_id" gin_trgm_ops) WHERE "external_id" IS NOT NULL;
  CREATE INDEX "users_email_trigram_idx" ON "users" USING gin ("tenant_id", "email" gin_trgm_ops) WHERE "email" IS NOT NULL;
  CREATE INDEX "teams_name_trigram_idx" ON "teams" USING gin ("tenant_id", "name" gin_trgm_ops) WHERE "name" IS NOT NULL;
  CREATE INDEX "teams_external_id_trigram_idx" ON "teams" USING gin ("tenant_id", "external_id" gin_trgm_ops) WHERE "external_id" IS NOT NULL;
EXCEPTION
  WHEN undefined_object THEN
    RAISE NOTICE 'pg_trgm and btree_gin are not available: searching users and teams by a part of a text reads all of the tenant';
END
$$;
