-- The default is a constant, so no row is rewritten. Processes of the previous release neither read nor write these columns.
-- AlterTable
ALTER TABLE "tenants" ADD COLUMN "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- AlterTable
ALTER TABLE "contacts" ADD COLUMN "time_zone" TEXT;
