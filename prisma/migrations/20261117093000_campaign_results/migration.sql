-- The totals of a campaign were counted whenever they were read. Triggers record their changes now, also for processes of
-- the previous release. A change is a new row, so that the messages of a campaign do not wait for each other, and the
-- worker replaces the rows of a campaign with one.

ALTER TABLE "campaign_sends" ADD COLUMN IF NOT EXISTS "replied_at" TIMESTAMPTZ(3), ADD COLUMN IF NOT EXISTS "opted_out_at" TIMESTAMPTZ(3);

CREATE TABLE IF NOT EXISTS "campaign_result_changes" (
    "tenant_id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "recipients" INTEGER NOT NULL DEFAULT 0,
    "pending" INTEGER NOT NULL DEFAULT 0,
    "sent" INTEGER NOT NULL DEFAULT 0,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "read" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "canceled" INTEGER NOT NULL DEFAULT 0,
    "replied" INTEGER NOT NULL DEFAULT 0,
    "opted_out" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "campaign_result_changes_pkey" PRIMARY KEY ("tenant_id","campaign_id","id"),
    CONSTRAINT "campaign_result_changes_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Rows that are deleted with their campaign or tenant count for nobody. The scalar subqueries are lookups by key: a join
-- whose plan was made while the tables were small would read all campaigns.
CREATE OR REPLACE FUNCTION "record_campaign_recipients"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "campaign_result_changes" ("tenant_id", "campaign_id", "recipients")
  SELECT total."tenant_id", total."campaign_id", total."recipients"
  FROM (
    SELECT changed."tenant_id", changed."campaign_id", count(*) * CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END AS "recipients"
    FROM changed GROUP BY changed."tenant_id", changed."campaign_id"
  ) total
  WHERE (SELECT campaign."id" FROM "campaigns" campaign WHERE campaign."tenant_id" = total."tenant_id" AND campaign."id" = total."campaign_id") IS NOT NULL
    AND (SELECT tenant."id" FROM "tenants" tenant WHERE tenant."id" = total."tenant_id") IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "record_campaign_sends"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  direction integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO "campaign_result_changes" ("tenant_id", "campaign_id", "pending", "sent", "delivered", "read", "failed", "skipped", "canceled", "replied", "opted_out")
  SELECT total."tenant_id", total."campaign_id", direction * total."pending", direction * total."sent", direction * total."delivered",
    direction * total."read", direction * total."failed", direction * total."skipped", direction * total."canceled",
    direction * total."replied", direction * total."opted_out"
  FROM (
    SELECT changed."tenant_id", changed."campaign_id",
      count(*) FILTER (WHERE changed."status" = 'pending') AS "pending",
      count(*) FILTER (WHERE changed."status" = 'sent') AS "sent",
      count(*) FILTER (WHERE changed."status" = 'delivered') AS "delivered",
      count(*) FILTER (WHERE changed."status" = 'read') AS "read",
      count(*) FILTER (WHERE changed."status" = 'failed') AS "failed",
      count(*) FILTER (WHERE changed."status" = 'skipped') AS "skipped",
      count(*) FILTER (WHERE changed."status" = 'canceled') AS "canceled",
      count(changed."replied_at") AS "replied", count(changed."opted_out_at") AS "opted_out"
    FROM changed GROUP BY changed."tenant_id", changed."campaign_id"
  ) total
  WHERE (SELECT campaign."id" FROM "campaigns" campaign WHERE campaign."tenant_id" = total."tenant_id" AND campaign."id" = total."campaign_id") IS NOT NULL
    AND (SELECT tenant."id" FROM "tenants" tenant WHERE tenant."id" = total."tenant_id") IS NOT NULL;
  RETURN NULL;
END
$$;

-- One status of one message. The condition of its trigger is checked without a call, so that messages without a campaign
-- cost nothing: a trigger for the statement would be called for each of them.
CREATE OR REPLACE FUNCTION "record_campaign_send"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "campaign_result_changes" ("tenant_id", "campaign_id", "pending", "sent", "delivered", "read", "failed", "skipped", "canceled", "replied", "opted_out")
  VALUES (
    NEW."tenant_id", NEW."campaign_id",
    (NEW."status" = 'pending')::integer - (OLD."status" = 'pending')::integer,
    (NEW."status" = 'sent')::integer - (OLD."status" = 'sent')::integer,
    (NEW."status" = 'delivered')::integer - (OLD."status" = 'delivered')::integer,
    (NEW."status" = 'read')::integer - (OLD."status" = 'read')::integer,
    (NEW."status" = 'failed')::integer - (OLD."status" = 'failed')::integer,
    (NEW."status" = 'skipped')::integer - (OLD."status" = 'skipped')::integer,
    (NEW."status" = 'canceled')::integer - (OLD."status" = 'canceled')::integer,
    (NEW."replied_at" IS NOT NULL)::integer - (OLD."replied_at" IS NOT NULL)::integer,
    (NEW."opted_out_at" IS NOT NULL)::integer - (OLD."opted_out_at" IS NOT NULL)::integer
  );
  RETURN NULL;
END
$$;

-- The numbers of sends that were removed.
CREATE OR REPLACE FUNCTION "record_removed_sends"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := OLD."removed_sends";
  END IF;
  INSERT INTO "campaign_result_changes" ("tenant_id", "campaign_id", "pending", "sent", "delivered", "read", "failed", "skipped", "canceled", "replied", "opted_out")
  SELECT NEW."tenant_id", NEW."campaign_id",
    coalesce(sum(number) FILTER (WHERE name = 'pending'), 0), coalesce(sum(number) FILTER (WHERE name = 'sent'), 0),
    coalesce(sum(number) FILTER (WHERE name = 'delivered'), 0), coalesce(sum(number) FILTER (WHERE name = 'read'), 0),
    coalesce(sum(number) FILTER (WHERE name = 'failed'), 0), coalesce(sum(number) FILTER (WHERE name = 'skipped'), 0),
    coalesce(sum(number) FILTER (WHERE name = 'canceled'), 0), coalesce(sum(number) FILTER (WHERE name = 'replied'), 0),
    coalesce(sum(number) FILTER (WHERE name = 'optedOut'), 0)
  FROM (
    SELECT key AS name, value::integer AS number FROM jsonb_each_text(NEW."removed_sends")
    UNION ALL
    SELECT key, - value::integer FROM jsonb_each_text(before)
  ) removed;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION "record_removed_recipients"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer := 0;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := OLD."removed_recipients";
  END IF;
  INSERT INTO "campaign_result_changes" ("tenant_id", "campaign_id", "recipients")
  VALUES (NEW."tenant_id", NEW."id", NEW."removed_recipients" - before);
  RETURN NULL;
END
$$;

-- Triggers run in the order of their names, and those of foreign keys first: by then no send of the campaign is left.
CREATE OR REPLACE FUNCTION "delete_results_of_campaign"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "campaign_result_changes" WHERE "tenant_id" = OLD."tenant_id" AND "campaign_id" = OLD."id";
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "campaign_recipients_added" AFTER INSERT ON "campaign_recipients"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "record_campaign_recipients"();

CREATE OR REPLACE TRIGGER "campaign_recipients_removed" AFTER DELETE ON "campaign_recipients"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "record_campaign_recipients"();

CREATE OR REPLACE TRIGGER "campaign_sends_added" AFTER INSERT ON "campaign_sends"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "record_campaign_sends"();

CREATE OR REPLACE TRIGGER "campaign_sends_removed" AFTER DELETE ON "campaign_sends"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "record_campaign_sends"();

CREATE OR REPLACE TRIGGER "campaign_sends_changed" AFTER UPDATE ON "campaign_sends" FOR EACH ROW
  WHEN (OLD."status" <> NEW."status" OR (OLD."replied_at" IS NULL) <> (NEW."replied_at" IS NULL)
    OR (OLD."opted_out_at" IS NULL) <> (NEW."opted_out_at" IS NULL))
  EXECUTE FUNCTION "record_campaign_send"();

CREATE OR REPLACE TRIGGER "campaign_occurrences_added" AFTER INSERT ON "campaign_occurrences" FOR EACH ROW
  WHEN (NEW."removed_sends" <> '{}') EXECUTE FUNCTION "record_removed_sends"();

CREATE OR REPLACE TRIGGER "campaign_occurrences_changed" AFTER UPDATE OF "removed_sends" ON "campaign_occurrences" FOR EACH ROW
  WHEN (OLD."removed_sends" <> NEW."removed_sends") EXECUTE FUNCTION "record_removed_sends"();

CREATE OR REPLACE TRIGGER "campaigns_added" AFTER INSERT ON "campaigns" FOR EACH ROW
  WHEN (NEW."removed_recipients" <> 0) EXECUTE FUNCTION "record_removed_recipients"();

CREATE OR REPLACE TRIGGER "campaigns_changed" AFTER UPDATE OF "removed_recipients" ON "campaigns" FOR EACH ROW
  WHEN (OLD."removed_recipients" <> NEW."removed_recipients") EXECUTE FUNCTION "record_removed_recipients"();

CREATE OR REPLACE TRIGGER "campaigns_removed" AFTER DELETE ON "campaigns" FOR EACH ROW
  EXECUTE FUNCTION "delete_results_of_campaign"();

-- The same view, with two more columns at its end.
CREATE OR REPLACE VIEW "campaign_recipient_states" AS
SELECT recipient."tenant_id", recipient."id", recipient."campaign_id", recipient."contact_id", recipient."created_at",
    COALESCE(latest."status", CASE campaign."status"
        WHEN 'canceled' THEN 'canceled'::"campaign_send_status"
        WHEN 'failed' THEN 'failed'::"campaign_send_status"
        ELSE 'pending'::"campaign_send_status"
    END) AS "status", latest."skipped_reason", latest."message_id", latest."occurs_at", latest."automation_run_id",
    CASE WHEN latest."id" IS NULL THEN campaign."failure_reason" ELSE latest."failure_reason" END AS "failure_reason",
    latest."replied_at", latest."opted_out_at"
FROM "campaign_recipients" recipient
JOIN "campaigns" campaign
    ON campaign."tenant_id" = recipient."tenant_id" AND campaign."id" = recipient."campaign_id"
LEFT JOIN LATERAL (
    SELECT send."id", send."status", send."skipped_reason", send."message_id", occurrence."occurs_at", (
        SELECT run."id" FROM "automation_runs" run
        WHERE run."tenant_id" = send."tenant_id" AND run."campaign_send_id" = send."id"
    ) AS "automation_run_id",
    CASE WHEN send."status" IN ('failed', 'canceled') THEN COALESCE(
        (
            SELECT message."errors" -> 0 FROM "messages" message
            WHERE send."status" = 'failed' AND message."tenant_id" = send."tenant_id" AND message."id" = send."message_id"
        ),
        (
            SELECT run."error" FROM "automation_runs" run
            WHERE run."tenant_id" = send."tenant_id" AND run."campaign_send_id" = send."id"
        )
    ) END AS "failure_reason", send."replied_at", send."opted_out_at"
    FROM "campaign_sends" send
    JOIN "campaign_occurrences" occurrence
        ON occurrence."tenant_id" = send."tenant_id" AND occurrence."id" = send."occurrence_id"
    WHERE send."tenant_id" = recipient."tenant_id" AND send."recipient_id" = recipient."id"
    ORDER BY occurrence."occurs_at" DESC
    LIMIT 1
) latest ON true;

-- Replacing a view resets its options. With row-level security, it must not read around the policies for a moment.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_policy WHERE polname = 'parley_tenant' AND polrelid = '"tenants"'::regclass) THEN
    ALTER VIEW "campaign_recipient_states" SET (security_invoker = true);
  END IF;
END
$$;
