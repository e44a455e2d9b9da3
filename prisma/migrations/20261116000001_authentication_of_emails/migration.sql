-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "authentication" JSONB;
