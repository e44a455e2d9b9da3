import { connect, type Socket } from 'node:net';

/** A connection on which raw bytes are sent. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything that was received so far. */
  readonly received: () => string;
  /** Everything that was received until the server closed the connection, and when it did, by the steady clock. */
  readonly closed: Promise<{ readonly response: string; readonly atMs: number }>;
}

/** A stubborn connection does not close its side when the server has closed the other. */
export async function openConnection(url: string, { isStubborn = false } = {}): Promise<RawConnection> {
  const { port } = new URL(url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: isStubborn });
  const chunks: Buffer[] = [];
  const received = () => Buffer.concat(chunks).toString('latin1');
  socket.on('data', (chunk) => chunks.push(chunk));
  // A reset is one of the ways in which a server closes a connection.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', resolve)).then(() => ({
    response: received(),
    atMs: performance.now(),
  }));
  await Promise.race([new Promise<void>((resolve) => socket.once('connect', resolve)), closed]);
  return { socket, received, closed };
}

/** Sends bytes (a text as Latin-1) and returns everything that is received until the server closes the connection. */
export async function sendBytes(url: string, bytes: string | Buffer): Promise<string> {
  const { socket, closed } = await openConnection(url);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return (await closed).response;
}

export function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]);
}

/** Whether the server accepts another connection. */
export async function isServed(url: string): Promise<boolean> {
  const request = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  return statusOf(await sendBytes(url, request)) === 200;
}
