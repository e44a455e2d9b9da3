ALTER TYPE "trigger_type" ADD VALUE IF NOT EXISTS 'contact_created';
ALTER TYPE "trigger_type" ADD VALUE IF NOT EXISTS 'attribute_changed';
ALTER TYPE "trigger_type" ADD VALUE IF NOT EXISTS 'campaign_replied';
