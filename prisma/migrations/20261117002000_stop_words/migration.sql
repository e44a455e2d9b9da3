ALTER TABLE "channels" ADD COLUMN "stop_words" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "channels" ADD COLUMN "start_words" TEXT[] NOT NULL DEFAULT '{}';
