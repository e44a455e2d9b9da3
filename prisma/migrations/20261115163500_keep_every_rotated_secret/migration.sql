-- Every secret that was rotated away signs for its 24 hours, not only the last one.
ALTER TABLE "webhooks" ADD COLUMN "retired_secrets" JSONB NOT NULL DEFAULT '[]';

UPDATE "webhooks"
SET "retired_secrets" = jsonb_build_array(
  jsonb_build_object('secret', "previous_secret", 'expiresAt', "previous_secret_expires_at")
)
WHERE "previous_secret" IS NOT NULL AND "previous_secret_expires_at" IS NOT NULL;

-- "previous_secret" and "previous_secret_expires_at" stay: processes of the release before read them while this one is
-- rolled out. A later release drops them.

-- A workspace signs the calls of its automations. The default is evaluated for each tenant that is there: 32 bytes, of
-- which 244 bits are random. Nobody has seen it; a rotation shows the next one.
ALTER TABLE "tenants"
  ADD COLUMN "signing_secret" TEXT NOT NULL
    DEFAULT ('whsec_' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64')),
  ADD COLUMN "retired_signing_secrets" JSONB NOT NULL DEFAULT '[]';
