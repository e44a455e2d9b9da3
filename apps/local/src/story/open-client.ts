import { createClient, type ParleyClient } from '@parley/client';
import { type StreamedEvent, type StreamOptions, streamEvents } from '@parley/client/stream';
import { CommandError } from '../command-error.js';

export interface CountingClient {
  readonly parley: ParleyClient;
  /** Streams the ends of campaigns. */
  readonly streamEnds: StreamEnds;
  readonly write: Write;
  /** The number of requests so far, including retries. */
  readonly requestCount: number;
}

type Ended = 'campaign.completed';

export type StreamEnds = (options: StreamOptions<Ended>) => AsyncIterable<StreamedEvent<Ended>>;

/** Writes in place of a contact, which the ingress of a `sandbox` channel allows. */
export type Write = (
  channelId: string,
  message: { readonly from: string } & (
    | { readonly text: string; readonly replyTo?: string }
    | { readonly reply: { readonly id: string; readonly title: string }; readonly replyTo?: string }
    | { readonly reaction: { readonly externalId: string; readonly emoji: string } }
  ),
) => Promise<void>;

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
    write: (channelId, message) => {
      onRequest();
      return writeTo(service, channelId, message);
    },
    get requestCount() {
      return requestCount;
    },
  };
}

async function writeTo(
  { baseUrl, token }: { baseUrl: string; token: string },
  ...[channelId, message]: Parameters<Write>
): Promise<void> {
  const response = await fetch(`${baseUrl}/ingress/${channelId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  if (!response.ok) throw new CommandError(`The message of the contact was refused with ${response.status}.`);
}
