-- AlterTable
ALTER TABLE "tenants" ADD COLUMN "limit_overrides" JSONB NOT NULL DEFAULT '{}';
