import { createClient, type ParleyClient } from '@parley/client';
import { type StreamedEvent, type StreamOptions, streamEvents } from '@parley/client/stream';

export interface CountingClient {
  readonly parley: ParleyClient;
  /** Streams the ends of campaigns. */
  readonly streamEnds: StreamEnds;
  /** The number of requests so far, including retries. */
  readonly requestCount: number;
}

type Ended = 'campaign.completed';

export type StreamEnds = (options: StreamOptions<Ended>) => AsyncIterable<StreamedEvent<Ended>>;

/** Creates the client that partners install; the story uses no other code of the service. */
export function openClient({ url, token }: { url: string; token: string }): CountingClient {
  let requestCount = 0;
  const onRequest = () => {
    requestCount += 1;
  };
  const service = { baseUrl: url, token };
  return {
    parley: createClient({ ...service, maxRetries: 2, hooks: { onRequest } }),
    streamEnds: (options) => streamEvents(service, { ...options, events: ['campaign.completed'] }),
    get requestCount() {
      return requestCount;
    },
  };
}
