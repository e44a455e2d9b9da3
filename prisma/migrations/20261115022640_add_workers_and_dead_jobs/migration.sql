-- CreateTable
CREATE TABLE "workers" (
    "id" UUID NOT NULL,
    "pool_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dead_jobs" (
    "id" BIGINT NOT NULL,
    "task" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "error" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "died_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dead_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "workers_pool_id_key" ON "workers"("pool_id");

-- CreateIndex
CREATE INDEX "dead_jobs_died_at_idx" ON "dead_jobs"("died_at");
