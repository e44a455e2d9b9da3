import { createClient, type ParleyClient } from '@parley/client';

export interface CountingClient {
  readonly parley: ParleyClient;
  /** The number of requests so far, including retries. */
  readonly requestCount: number;
}

/** Creates the client that partners install; the story uses no other code of the service. */
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
