import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
  hooks: {
    onResponse({ operation, status, durationMs, requestId, rateLimit }) {
      console.log(`${operation} ${status ?? 'no response'} ${Math.round(durationMs)} ms ${requestId}`);
      if (rateLimit) console.log(`${rateLimit.remaining} of ${rateLimit.limit} requests are left`);
    },
    onRetry({ operation, attempt, delayMs }) {
      console.log(`${operation} failed ${attempt} times and is retried in ${Math.round(delayMs)} ms`);
    },
  },
});

// The whole call, with all of its retries, ends after five seconds, or when the signal aborts it.
await parley.GET('/workspace', { timeoutMs: 5_000, signal: AbortSignal.timeout(60_000) });
