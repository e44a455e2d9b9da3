-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "default_country" TEXT;

-- CreateTable
CREATE TABLE "data_migrations" (
    "name" TEXT NOT NULL,
    "cursor" JSONB,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_migrations_pkey" PRIMARY KEY ("name")
);
