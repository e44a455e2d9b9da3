-- The keys that seal the secrets of tenants. `npm run migrate` seals the secrets that are stored already, after the migrations.
CREATE TABLE "data_keys" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "wrapping_key_id" TEXT NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "data_keys_pkey" PRIMARY KEY ("tenant_id")
);

ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_tenant_id_fkey"
    FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Null for a key that is not wrapped yet.
ALTER TABLE "file_url_keys" ADD COLUMN "wrapping_key_id" TEXT;
