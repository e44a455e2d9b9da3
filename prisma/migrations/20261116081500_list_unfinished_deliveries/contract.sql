-- Processes of the previous release find deliveries by these indexes. Updates of deliveries write no index once they are gone.
DROP INDEX IF EXISTS "deliveries_tenant_id_webhook_id_status_id_idx";
DROP INDEX IF EXISTS "deliveries_due_idx";
DROP INDEX IF EXISTS "deliveries_lease_idx";
DROP INDEX IF EXISTS "deliveries_order_idx";
