-- Runs before migration.sql on a database with rows, one statement at a time and while the service writes. A new run
-- continues after an interruption. Rows whose ids are before the cut-over stay where they are: the tables become the
-- first partitions. The cut-over is a Monday, seven to fourteen days from now.
DO $$
DECLARE
  cutover uuid := (lpad(to_hex((extract(epoch FROM date_trunc('week', now() AT TIME ZONE 'UTC') + interval '14 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  checked record;
BEGIN
  FOR checked IN SELECT * FROM (VALUES ('events', 'id'), ('deliveries', 'event_id'), ('delivery_attempts', 'delivery_id')) AS tables(name, key) LOOP
    CONTINUE WHEN (SELECT relkind FROM pg_class WHERE oid = checked.name::regclass) = 'p';
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS before_cutover, ADD CONSTRAINT before_cutover CHECK (%I < %L) NOT VALID', checked.name, checked.key, cutover);
  END LOOP;
END
$$;

ALTER TABLE "events" VALIDATE CONSTRAINT before_cutover;

ALTER TABLE "deliveries" VALIDATE CONSTRAINT before_cutover;

ALTER TABLE "delivery_attempts" VALIDATE CONSTRAINT before_cutover;

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_first_pkey" ON "deliveries"("tenant_id", "event_id", "id");

CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_first_tenant_id_id_idx" ON "deliveries"("tenant_id", "id");
