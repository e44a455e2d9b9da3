-- A constant default rewrites no row, and a process of the previous release may leave the column out.
ALTER TABLE "inbound_windows" ADD COLUMN "statuses" INTEGER NOT NULL DEFAULT 0;
