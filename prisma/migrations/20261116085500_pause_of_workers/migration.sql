-- CreateTable
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "place" TEXT,
    "resumes" INTEGER NOT NULL DEFAULT 0,
    "paused_at" TIMESTAMPTZ(3),
    "pause_reason" TEXT,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "installation_has_one_row" CHECK ("id" = 1)
);
