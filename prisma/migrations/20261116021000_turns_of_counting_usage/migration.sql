-- CreateTable
CREATE TABLE "usage_counts" (
    "name" TEXT NOT NULL,
    "counted_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_counts_pkey" PRIMARY KEY ("name")
);

INSERT INTO "usage_counts" ("name", "due_at") VALUES ('waiting_jobs', '2000-01-01T00:00:00Z');
