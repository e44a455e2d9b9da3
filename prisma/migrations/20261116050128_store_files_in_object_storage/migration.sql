-- CreateEnum
CREATE TYPE "file_store" AS ENUM ('postgres', 's3');

-- AlterTable
ALTER TABLE "files" ADD COLUMN     "object_key" TEXT,
ADD COLUMN     "store" "file_store" NOT NULL DEFAULT 'postgres';

-- CreateTable
CREATE TABLE "loose_objects" (
    "key" TEXT NOT NULL,
    "is_leaving" BOOLEAN NOT NULL DEFAULT false,
    "remove_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "loose_objects_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "loose_objects_remove_at_idx" ON "loose_objects"("remove_at");

-- CreateIndex
CREATE INDEX "files_store_tenant_id_id_size_idx" ON "files"("store", "tenant_id", "id", "size");

-- A row always says where its bytes are.
ALTER TABLE "files" ADD CONSTRAINT "files_object_key_check" CHECK (("store" = 's3') = ("object_key" IS NOT NULL));

-- However a file is deleted, even with its tenant, its object is removed afterwards. The time makes it due at once, whatever
-- clock the worker has.
CREATE FUNCTION "release_objects"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "loose_objects" ("key", "is_leaving", "remove_at")
  SELECT removed."object_key", true, 'epoch' FROM removed WHERE removed."object_key" IS NOT NULL;
  RETURN NULL;
END
$$;

CREATE TRIGGER "files_released" AFTER DELETE ON "files"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "release_objects"();
