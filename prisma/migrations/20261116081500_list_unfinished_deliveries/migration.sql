-- A row of `deliveries` is written three times, and every index on its status made each of these writes a write to all
-- indexes. Two small tables take the place of those indexes: what is unfinished, and what has ended without success.
-- Triggers keep them, so that processes of the previous release keep them too.

CREATE TABLE IF NOT EXISTS "unfinished_deliveries" (
    "tenant_id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "status" "delivery_status" NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),
    "ordered_chat_id" UUID,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "unfinished_deliveries_pkey" PRIMARY KEY ("tenant_id","webhook_id","delivery_id")
) WITH (fillfactor = 70);

CREATE INDEX IF NOT EXISTS "unfinished_deliveries_order_idx" ON "unfinished_deliveries"("tenant_id", "webhook_id", "ordered_chat_id", "sequence") WHERE "ordered_chat_id" IS NOT NULL;

CREATE TABLE IF NOT EXISTS "unsuccessful_deliveries" (
    "tenant_id" UUID NOT NULL,
    "webhook_id" UUID NOT NULL,
    "status" "delivery_status" NOT NULL,
    "delivery_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,

    CONSTRAINT "unsuccessful_deliveries_pkey" PRIMARY KEY ("tenant_id","webhook_id","status","delivery_id")
);

-- One function for each kind of change, so that a delivery that succeeds at once costs little: the conditions of the
-- triggers are checked without calling a function.
CREATE OR REPLACE FUNCTION "list_unfinished_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "unfinished_deliveries" ("tenant_id", "webhook_id", "delivery_id", "event_id", "status", "next_attempt_at", "ordered_chat_id", "sequence")
  VALUES (NEW."tenant_id", NEW."webhook_id", NEW."id", NEW."event_id", NEW."status", NEW."next_attempt_at", NEW."ordered_chat_id", NEW."sequence")
  ON CONFLICT ("tenant_id", "webhook_id", "delivery_id") DO UPDATE SET "status" = excluded."status", "next_attempt_at" = excluded."next_attempt_at";
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "unlist_unfinished_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "unfinished_deliveries"
  WHERE "tenant_id" = NEW."tenant_id" AND "webhook_id" = NEW."webhook_id" AND "delivery_id" = NEW."id";
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "list_unsuccessful_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "unsuccessful_deliveries" ("tenant_id", "webhook_id", "status", "delivery_id", "event_id")
  VALUES (NEW."tenant_id", NEW."webhook_id", NEW."status", NEW."id", NEW."event_id")
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "delete_attempts_of_deliveries"() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  DELETE FROM "delivery_attempts" attempt USING deleted
  WHERE attempt."tenant_id" = deleted."tenant_id" AND attempt."delivery_id" = ANY (array_append(NULL::uuid[], deleted."id"));
  DELETE FROM "unfinished_deliveries" listed USING deleted
  WHERE listed."tenant_id" = deleted."tenant_id" AND listed."webhook_id" = deleted."webhook_id" AND listed."delivery_id" = deleted."id";
  DELETE FROM "unsuccessful_deliveries" listed USING deleted
  WHERE listed."tenant_id" = deleted."tenant_id" AND listed."webhook_id" = deleted."webhook_id"
    AND listed."status" = deleted."status" AND listed."delivery_id" = deleted."id";
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "deliveries_added_unfinished" AFTER INSERT ON "deliveries" FOR EACH ROW
  WHEN (NEW."status" IN ('pending', 'delivering')) EXECUTE FUNCTION "list_unfinished_delivery"();

CREATE OR REPLACE TRIGGER "deliveries_added_unsuccessful" AFTER INSERT ON "deliveries" FOR EACH ROW
  WHEN (NEW."status" IN ('failed', 'canceled')) EXECUTE FUNCTION "list_unsuccessful_delivery"();

CREATE OR REPLACE TRIGGER "deliveries_still_unfinished" AFTER UPDATE OF "status", "next_attempt_at" ON "deliveries" FOR EACH ROW
  WHEN (NEW."status" IN ('pending', 'delivering') AND (OLD."status" <> NEW."status" OR OLD."next_attempt_at" IS DISTINCT FROM NEW."next_attempt_at"))
  EXECUTE FUNCTION "list_unfinished_delivery"();

CREATE OR REPLACE TRIGGER "deliveries_finished" AFTER UPDATE OF "status" ON "deliveries" FOR EACH ROW
  WHEN (OLD."status" IN ('pending', 'delivering') AND NEW."status" NOT IN ('pending', 'delivering'))
  EXECUTE FUNCTION "unlist_unfinished_delivery"();

CREATE OR REPLACE TRIGGER "deliveries_unsuccessful" AFTER UPDATE OF "status" ON "deliveries" FOR EACH ROW
  WHEN (OLD."status" <> NEW."status" AND NEW."status" IN ('failed', 'canceled'))
  EXECUTE FUNCTION "list_unsuccessful_delivery"();

-- A new version of a row fits into the page of the old one. A partitioned table has no setting of its own.
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = '"deliveries"'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 70)', part);
  END LOOP;
END
$$;
