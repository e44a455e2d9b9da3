-- Set while a tenant is being deleted.
ALTER TABLE "tenants" ADD COLUMN "deletion_started_at" TIMESTAMPTZ(3);

-- Sends and messages refer to each other. An import inserts both in one transaction and has this reference checked at its end.
ALTER TABLE "campaign_sends" ALTER CONSTRAINT "campaign_sends_tenant_id_message_id_fkey" DEFERRABLE INITIALLY IMMEDIATE;
