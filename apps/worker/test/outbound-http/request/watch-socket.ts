import type { Socket } from 'node:net';
import { expect } from '@jest/globals';

/** Writes a byte every ten milliseconds, without an end. */
export function drip(socket: Socket, start: string, drop = 'x'): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.once('close', () => clearInterval(timer));
}

/** Responds to every request, and asks to keep the connection for ten minutes. */
export function askToKeepAlive(socket: Socket): void {
  const head = ['HTTP/1.1 200 OK', 'Connection: keep-alive', 'Keep-Alive: timeout=600', 'Content-Length: 0'];
  socket.on('data', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
}

export async function untilClosed(socket: Socket | undefined): Promise<void> {
  // `once` of node:events is not used, because it rejects when the connection is reset.
  if (socket && !socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  expect(socket?.destroyed).toBe(true);
}
