-- Runs before migration.sql on a database with rows. The triggers come first, and then what they have not seen.
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

-- What the campaigns had before the triggers. One statement reads the rows and the recorded changes at the same moment,
-- and every transaction without the triggers had ended before they were created, so that nothing is counted twice or
-- missed. The lock keeps a campaign from being deleted meanwhile. A repetition finds no difference.
INSERT INTO "campaign_result_changes" ("tenant_id", "campaign_id", "recipients", "pending", "sent", "delivered", "read", "failed", "skipped", "canceled", "replied", "opted_out")
SELECT campaign."tenant_id", campaign."id",
  campaign."removed_recipients" + coalesce(recipient."number", 0) - coalesce(known."recipients", 0),
  coalesce(send."pending", 0) + coalesce(removed."pending", 0) - coalesce(known."pending", 0),
  coalesce(send."sent", 0) + coalesce(removed."sent", 0) - coalesce(known."sent", 0),
  coalesce(send."delivered", 0) + coalesce(removed."delivered", 0) - coalesce(known."delivered", 0),
  coalesce(send."read", 0) + coalesce(removed."read", 0) - coalesce(known."read", 0),
  coalesce(send."failed", 0) + coalesce(removed."failed", 0) - coalesce(known."failed", 0),
  coalesce(send."skipped", 0) + coalesce(removed."skipped", 0) - coalesce(known."skipped", 0),
  coalesce(send."canceled", 0) + coalesce(removed."canceled", 0) - coalesce(known."canceled", 0),
  coalesce(send."replied", 0) + coalesce(removed."replied", 0) - coalesce(known."replied", 0),
  coalesce(send."opted_out", 0) + coalesce(removed."opted_out", 0) - coalesce(known."opted_out", 0)
FROM "campaigns" campaign
LEFT JOIN (
  SELECT "tenant_id", "campaign_id", count(*) AS "number" FROM "campaign_recipients" GROUP BY 1, 2
) recipient ON recipient."tenant_id" = campaign."tenant_id" AND recipient."campaign_id" = campaign."id"
LEFT JOIN (
  SELECT "tenant_id", "campaign_id",
    count(*) FILTER (WHERE "status" = 'pending') AS "pending", count(*) FILTER (WHERE "status" = 'sent') AS "sent",
    count(*) FILTER (WHERE "status" = 'delivered') AS "delivered", count(*) FILTER (WHERE "status" = 'read') AS "read",
    count(*) FILTER (WHERE "status" = 'failed') AS "failed", count(*) FILTER (WHERE "status" = 'skipped') AS "skipped",
    count(*) FILTER (WHERE "status" = 'canceled') AS "canceled",
    count("replied_at") AS "replied", count("opted_out_at") AS "opted_out"
  FROM "campaign_sends" GROUP BY 1, 2
) send ON send."tenant_id" = campaign."tenant_id" AND send."campaign_id" = campaign."id"
LEFT JOIN (
  SELECT occurrence."tenant_id", occurrence."campaign_id",
    sum(("removed_sends" ->> 'pending')::integer) AS "pending", sum(("removed_sends" ->> 'sent')::integer) AS "sent",
    sum(("removed_sends" ->> 'delivered')::integer) AS "delivered", sum(("removed_sends" ->> 'read')::integer) AS "read",
    sum(("removed_sends" ->> 'failed')::integer) AS "failed", sum(("removed_sends" ->> 'skipped')::integer) AS "skipped",
    sum(("removed_sends" ->> 'canceled')::integer) AS "canceled",
    sum(("removed_sends" ->> 'replied')::integer) AS "replied", sum(("removed_sends" ->> 'optedOut')::integer) AS "opted_out"
  FROM "campaign_occurrences" occurrence GROUP BY 1, 2
) removed ON removed."tenant_id" = campaign."tenant_id" AND removed."campaign_id" = campaign."id"
LEFT JOIN (
  SELECT "tenant_id", "campaign_id", sum("recipients") AS "recipients", sum("pending") AS "pending", sum("sent") AS "sent",
    sum("delivered") AS "delivered", sum("read") AS "read", sum("failed") AS "failed", sum("skipped") AS "skipped",
    sum("canceled") AS "canceled", sum("replied") AS "replied", sum("opted_out") AS "opted_out"
  FROM "campaign_result_changes" GROUP BY 1, 2
) known ON known."tenant_id" = campaign."tenant_id" AND known."campaign_id" = campaign."id"
FOR KEY SHARE OF campaign;

ANALYZE "campaign_result_changes";
