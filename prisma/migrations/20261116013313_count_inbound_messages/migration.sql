-- CreateTable
CREATE UNLOGGED TABLE "inbound_windows" (
    "tenant_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "inbound_windows_pkey" PRIMARY KEY ("tenant_id","channel_id","window_start")
);

-- AddForeignKey
ALTER TABLE "inbound_windows" ADD CONSTRAINT "inbound_windows_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;
