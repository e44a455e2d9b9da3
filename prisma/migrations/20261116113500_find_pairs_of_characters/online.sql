-- Runs before migration.sql on a database with rows.
CREATE OR REPLACE FUNCTION "text_pairs"("tenant" uuid, "value" text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
DECLARE
  letters text := lower(value);
  seed bigint := uuid_hash_extended(tenant, 0);
  pairs bigint[] := '{}';
BEGIN
  FOR place IN 1 .. length(letters) - 1 LOOP
    pairs := pairs || hashtextextended(substr(letters, place, 2), seed);
  END LOOP;
  RETURN pairs;
END
$$;

CREATE INDEX CONCURRENTLY IF NOT EXISTS "contacts_text_pairs_idx" ON "contacts" USING gin ("text_pairs"("tenant_id", coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("phone_number", '') || ' ' || coalesce("email", ''))) WHERE "tenant_id" IS NOT NULL;
