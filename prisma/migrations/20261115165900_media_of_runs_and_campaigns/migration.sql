-- AlterTable
ALTER TABLE "automation_runs" ADD COLUMN     "media_file_id" UUID;

-- AlterTable
ALTER TABLE "campaigns" ADD COLUMN     "media_file_id" UUID;
