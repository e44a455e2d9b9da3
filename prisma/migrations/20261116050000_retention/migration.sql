-- Adding a column with a constant default rewrites no table.
ALTER TABLE "tenants" ADD COLUMN "retention_overrides" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "retention_defaults" (
    "kind" TEXT NOT NULL,
    "days" INTEGER,

    CONSTRAINT "retention_defaults_pkey" PRIMARY KEY ("kind")
);

-- The numbers of removed sends and recipients stay, so that the totals of a campaign do not shrink.
ALTER TABLE "campaigns" ADD COLUMN "removed_recipients" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "campaign_occurrences" ADD COLUMN "removed_sends" JSONB NOT NULL DEFAULT '{}';
