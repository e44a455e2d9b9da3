-- Partitions by time, on the ids, which are UUID v7. The tables become the first partitions, so no row moves. On a database
-- with rows, online.sql has done before what takes long; what is left changes catalogs only.
LOCK TABLE "tenants", "webhooks" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "events", "deliveries", "delivery_attempts" IN ACCESS EXCLUSIVE MODE;

-- A partition that others refer to cannot be dropped without reading those that refer to it. Nothing deletes an event
-- alone, a resend has the webhook of its delivery, and a trigger below deletes the attempts of a delivery.
ALTER TABLE "delivery_attempts" DROP CONSTRAINT "delivery_attempts_tenant_id_delivery_id_fkey";
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_tenant_id_resend_of_id_fkey",
  DROP CONSTRAINT "deliveries_tenant_id_event_id_fkey";

ALTER TABLE "events" RENAME TO "events_first";
ALTER TABLE "deliveries" RENAME TO "deliveries_first";
ALTER TABLE "delivery_attempts" RENAME TO "delivery_attempts_first";

-- Only the expiry of single events read it.
DROP INDEX "events_created_at_idx";
ALTER TABLE "events_first" RENAME CONSTRAINT "events_pkey" TO "events_first_pkey";
ALTER TABLE "delivery_attempts_first" RENAME CONSTRAINT "delivery_attempts_pkey" TO "delivery_attempts_first_pkey";

-- The key of a delivery contains its event, by which the table is partitioned.
CREATE UNIQUE INDEX IF NOT EXISTS "deliveries_first_pkey" ON "deliveries_first"("tenant_id", "event_id", "id");
CREATE INDEX IF NOT EXISTS "deliveries_first_tenant_id_id_idx" ON "deliveries_first"("tenant_id", "id");
ALTER TABLE "deliveries_first" DROP CONSTRAINT "deliveries_pkey",
  ADD CONSTRAINT "deliveries_first_pkey" PRIMARY KEY USING INDEX "deliveries_first_pkey";
DROP INDEX "deliveries_tenant_id_event_id_id_idx";
ALTER INDEX "deliveries_tenant_id_webhook_id_created_at_id_idx" RENAME TO "deliveries_first_tenant_id_webhook_id_created_at_id_idx";
ALTER INDEX "deliveries_tenant_id_webhook_id_event_type_id_idx" RENAME TO "deliveries_first_tenant_id_webhook_id_event_type_id_idx";
ALTER INDEX "deliveries_tenant_id_webhook_id_status_id_idx" RENAME TO "deliveries_first_tenant_id_webhook_id_status_id_idx";
ALTER INDEX "deliveries_event_webhook_once_key" RENAME TO "deliveries_first_event_webhook_once_key";
ALTER INDEX "deliveries_due_idx" RENAME TO "deliveries_first_due_idx";
ALTER INDEX "deliveries_lease_idx" RENAME TO "deliveries_first_lease_idx";
ALTER INDEX "deliveries_order_idx" RENAME TO "deliveries_first_order_idx";
ALTER INDEX "deliveries_resend_of_idx" RENAME TO "deliveries_first_resend_of_idx";

CREATE TABLE "events" (
    LIKE "events_first" INCLUDING DEFAULTS,
    CONSTRAINT "events_pkey" PRIMARY KEY ("tenant_id", "id"),
    CONSTRAINT "events_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE
) PARTITION BY RANGE ("id");

CREATE TABLE "deliveries" (
    LIKE "deliveries_first" INCLUDING DEFAULTS,
    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("tenant_id", "event_id", "id"),
    CONSTRAINT "deliveries_tenant_id_webhook_id_fkey" FOREIGN KEY ("tenant_id", "webhook_id") REFERENCES "webhooks"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE
) PARTITION BY RANGE ("event_id");
ALTER SEQUENCE "deliveries_sequence_seq" OWNED BY "deliveries"."sequence";

-- A partition of deliveries ends with its events. Attempts are found by their delivery alone, whose id is younger than the
-- id of the event when it is a resend.
CREATE TABLE "delivery_attempts" (
    LIKE "delivery_attempts_first" INCLUDING DEFAULTS,
    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("tenant_id", "delivery_id", "number")
) PARTITION BY RANGE ("delivery_id");

CREATE INDEX "deliveries_tenant_id_id_idx" ON "deliveries"("tenant_id", "id");
CREATE INDEX "deliveries_tenant_id_webhook_id_created_at_id_idx" ON "deliveries"("tenant_id", "webhook_id", "created_at", "id");
CREATE INDEX "deliveries_tenant_id_webhook_id_event_type_id_idx" ON "deliveries"("tenant_id", "webhook_id", "event_type", "id");
CREATE INDEX "deliveries_tenant_id_webhook_id_status_id_idx" ON "deliveries"("tenant_id", "webhook_id", "status", "id");
CREATE UNIQUE INDEX "deliveries_event_webhook_once_key" ON "deliveries"("tenant_id", "event_id", "webhook_id") WHERE "resend_of_id" IS NULL;
CREATE INDEX "deliveries_due_idx" ON "deliveries"("next_attempt_at") WHERE "status" = 'pending';
CREATE INDEX "deliveries_lease_idx" ON "deliveries"("lease_expires_at") WHERE "status" = 'delivering';
CREATE INDEX "deliveries_order_idx" ON "deliveries"("tenant_id", "webhook_id", "ordered_chat_id", "sequence") WHERE "ordered_chat_id" IS NOT NULL AND "status" IN ('pending', 'delivering');
CREATE INDEX "deliveries_resend_of_idx" ON "deliveries"("tenant_id", "resend_of_id") WHERE "resend_of_id" IS NOT NULL;

-- Each attach reads nothing, since the constraint of online.sql says that every row fits. Without it, there are no rows.
DO $$
DECLARE
  cutover text := (lpad(to_hex((extract(epoch FROM date_trunc('week', now() AT TIME ZONE 'UTC') + interval '14 days') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  checked text;
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['events', 'deliveries', 'delivery_attempts'] LOOP
    SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}') INTO checked
    FROM pg_constraint WHERE conrelid = (part || '_first')::regclass AND conname = 'before_cutover';
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', part, part || '_first', coalesce(checked, cutover));
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS before_cutover', part || '_first');
  END LOOP;
END
$$;

-- Each delivery is looked up by its key, whatever the planner expects of a table that it knows nothing about.
CREATE FUNCTION "delete_attempts_of_deliveries"() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  DELETE FROM "delivery_attempts" attempt USING deleted
  WHERE attempt."tenant_id" = deleted."tenant_id" AND attempt."delivery_id" = ANY (array_append(NULL::uuid[], deleted."id"));
  RETURN NULL;
END
$$;

CREATE TRIGGER "deliveries_deleted" AFTER DELETE ON "deliveries"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION "delete_attempts_of_deliveries"();
