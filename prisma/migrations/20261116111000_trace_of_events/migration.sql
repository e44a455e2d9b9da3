-- The header `traceparent` of W3C Trace Context, so that the deliveries of an event continue the trace of its request.
ALTER TABLE "events" ADD COLUMN "traceparent" TEXT;
