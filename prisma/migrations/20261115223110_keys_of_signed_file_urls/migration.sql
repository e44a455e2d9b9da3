-- CreateTable
CREATE TABLE "file_url_keys" (
    "id" UUID NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_url_keys_pkey" PRIMARY KEY ("id")
);
