import { createClient, type ParleyClient } from '@parley/client';

export interface CountingClient {
  readonly parley: ParleyClient;
  /** Requests sent so far, retries included. */
  readonly requestCount: number;
}

/** The client that partners install; nothing else of the service is used. */
export function openClient({ url, token }: { url: string; token: string }): CountingClient {
  let requestCount = 0;
  const onRequest = () => {
    requestCount += 1;
  };
  return {
    parley: createClient({ baseUrl: url, token, maxRetries: 2, hooks: { onRequest } }),
    get requestCount() {
      return requestCount;
    },
  };
}
