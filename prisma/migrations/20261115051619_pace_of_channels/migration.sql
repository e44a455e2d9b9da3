-- CreateTable
CREATE UNLOGGED TABLE "channel_paces" (
    "tenant_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "next_turn_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "channel_paces_pkey" PRIMARY KEY ("tenant_id","channel_id")
);

-- AddForeignKey
ALTER TABLE "channel_paces" ADD CONSTRAINT "channel_paces_tenant_id_channel_id_fkey" FOREIGN KEY ("tenant_id", "channel_id") REFERENCES "channels"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
