import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FileIntake } from '../../../src/http/files/file-intake.js';
import { BodyBudget, bodyPace } from '../../../src/http/limits/body-budget.js';
import { readBody } from '../../../src/http/request/read-body.js';
import { readForm } from '../../../src/http/request/read-form.js';

let server: Server;
beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server?.close();
});

/** Returns a request whose caller has disconnected before a byte of its body was read. */
async function receiveClosed(): Promise<IncomingMessage> {
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const received = once(server, 'request');
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9\r\n\r\n--x',
  );
  const [request] = (await received) as [IncomingMessage];
  request.on('error', () => undefined);
  const closed = new Promise((resolve) => request.once('close', resolve));
  socket.destroy();
  await closed;
  return request;
}

const budget = new BodyBudget({ limitBytes: 1_000_000, pace: bodyPace, onRefused: () => undefined });

test('reading the body of a closed request fails at once', async () => {
  const options = { limitBytes: 1_000, share: budget.open('tenant') };
  await expect(readBody(await receiveClosed(), options)).rejects.toMatchObject({ name: 'RequestAborted' });
});

test('reading the form of a closed request fails at once', async () => {
  const share = budget.open('tenant');
  // The form contains no file, so nothing reads the context.
  const intake = new FileIntake({} as ConstructorParameters<typeof FileIntake>[0]);
  const options = { limitBytes: 1_000, files: new Map(), share, intake };
  await expect(readForm(await receiveClosed(), options)).rejects.toMatchObject({ name: 'RequestAborted' });
});
