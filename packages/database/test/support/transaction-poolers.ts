import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

/**
 * Starts several poolers in transaction mode behind one address, which get the clients in turn. Each has one session of the
 * server, which its clients share by transaction, and keeps their prepared statements apart. Real poolers take part in
 * `npm run test:production`.
 */
export async function startTransactionPoolers(
  databaseUrl: string,
  count: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const sessions = await Promise.all(Array.from({ length: count }, () => openSession(databaseUrl)));
  const poolers = sessions.map((session) => new Pooler(session));
  const sockets = new Set<Socket>(sessions);
  let clients = 0;
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    poolers[clients % count]?.accept(socket, `c${clients}`);
    clients += 1;
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  // A server that listens on a port has an address object with the port.
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Opens a session of the server with the driver, which knows passwords, and takes over its socket. */
async function openSession(databaseUrl: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  // The driver keeps its connection, but its types do not say so.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.removeAllListeners('data');
  return stream;
}

class Pooler {
  readonly #session: Socket;
  #client: Socket | undefined;
  readonly #waiting: (() => void)[] = [];
  #rest: Buffer = Buffer.alloc(0);

  constructor(session: Socket) {
    this.#session = session;
    session.on('data', (bytes) => this.#receive(bytes));
  }

  accept(client: Socket, id: string): void {
    let rest: Buffer = Buffer.alloc(0);
    let isStarted = false;
    client.on('data', (bytes) => {
      if (!isStarted) {
        isStarted = true;
        client.write(greeting);
        return;
      }
      const split = splitMessages(Buffer.concat([rest, bytes]));
      rest = split.rest;
      // The end of a client does not end the session.
      const messages = split.messages.filter((message) => message[0] !== letter('X'));
      if (messages.length > 0) this.#send(client, Buffer.concat(messages.map((one) => rename(one, id))));
    });
  }

  #send(client: Socket, bytes: Buffer): void {
    const send = () => {
      this.#client = client;
      this.#session.write(bytes);
    };
    if (this.#client === undefined || this.#client === client) send();
    else this.#waiting.push(send);
  }

  #receive(bytes: Buffer): void {
    const { messages, rest } = splitMessages(Buffer.concat([this.#rest, bytes]));
    this.#rest = rest;
    for (const message of messages) {
      this.#client?.write(message);
      // The server is ready, and outside a transaction.
      if (message[0] !== letter('Z') || message[5] !== letter('I')) continue;
      this.#client = undefined;
      this.#waiting.shift()?.();
    }
  }
}

/** No password is needed; a cancel key with the process id that the pooler invents; ready for a transaction. */
const greeting = Buffer.concat([
  Buffer.from([letter('R'), 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([letter('K'), 0, 0, 0, 12, 73, 150, 2, 210, 0, 0, 0, 1]),
  Buffer.from([letter('Z'), 0, 0, 0, 5, letter('I')]),
]);

function splitMessages(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = [];
  let at = 0;
  while (bytes.length >= at + 5 && bytes.length >= at + 1 + bytes.readInt32BE(at + 1)) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    messages.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  return { messages, rest: bytes.subarray(at) };
}

/** Gives a prepared statement a name of its client, in Parse (the name), Bind (the portal, the name) and Describe. */
function rename(message: Buffer, id: string): Buffer {
  const kind = message[0];
  const isDescribe = kind === letter('D') && message[5] === letter('S');
  if (kind !== letter('P') && kind !== letter('B') && !isDescribe) return message;
  const start = kind === letter('B') ? message.indexOf(0, 5) + 1 : isDescribe ? 6 : 5;
  if (message[start] === 0) return message;
  const renamed = Buffer.concat([message.subarray(0, start), Buffer.from(`${id}-`), message.subarray(start)]);
  renamed.writeInt32BE(renamed.length - 1, 1);
  return renamed;
}

function letter(text: string): number {
  return text.charCodeAt(0);
}
