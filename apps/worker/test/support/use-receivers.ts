import { afterEach } from '@jest/globals';
import {
  type ReceivedRequest,
  type Receiver,
  startReceiver,
  startTcpReceiver,
} from '../outbound-http/start-receiver.js';

type Responder = Parameters<typeof startReceiver>[0];

export interface TestReceiver extends Receiver {
  readonly url: string;
}

/** The headers of a response with which no retry becomes due while a test looks at the failed attempt. */
export const later = { 'retry-after': '3600' };

/** Receivers of webhooks that are closed after each test. */
export function useReceivers() {
  const open: Receiver[] = [];
  afterEach(async () => {
    for (const receiver of open.splice(0)) await receiver.close();
  });
  const keep = async (starting: Promise<Receiver>): Promise<TestReceiver> => {
    const receiver = await starting;
    open.push(receiver);
    return Object.assign(receiver, { url: `http://127.0.0.1:${receiver.port}/hook` });
  };
  return {
    receiver: (respond?: Responder) => keep(startReceiver(respond)),
    /** Reads the request and never responds. A connection that the sender has closed is destroyed. */
    silentReceiver: () => keep(startTcpReceiver((socket) => socket.resume())),
  };
}

/** Returns the event in a request, for tests that look at its fields. */
export function bodyOf({ body }: ReceivedRequest): {
  id: string;
  event: string;
  data: { id: string; status: string; contact?: object };
} {
  return JSON.parse(body);
}
