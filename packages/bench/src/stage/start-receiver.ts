import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Receiver {
  readonly url: string;
  readonly receivedCount: number;
  /** Called with each body; what it returns is the body of the response. Without it, bodies are not read. */
  onBody: ((body: string) => string | undefined) | undefined;
  stop(): Promise<void>;
}

/** Receives webhooks as fast as possible, in this process. */
export async function startReceiver(): Promise<Receiver> {
  let receivedCount = 0;
  const server = createServer(async (request, response) => {
    receivedCount += 1;
    if (receiver.onBody) response.end(receiver.onBody(await text(request)));
    else {
      request.resume();
      response.end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/`,
    get receivedCount() {
      return receivedCount;
    },
    onBody: undefined,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
