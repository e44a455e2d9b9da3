import { send, type TestApi, type TestTenant } from '../http/support/start-test-api.js';
import { openConnection, type RawConnection } from './raw-connection.js';

/** Declares a longer body than it sends, and stays connected. */
export async function stallBody(
  { url }: TestApi,
  { token }: TestTenant,
  bytes: number,
  length = 900_000,
): Promise<RawConnection> {
  const connection = await openConnection(url);
  const head = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}`;
  connection.socket.write(`POST /v3/notes HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${'a'.repeat(bytes)}`);
  return connection;
}

export function postNote({ url }: TestApi, { token }: TestTenant, bytes: number) {
  const body = JSON.stringify({ title: 'a'.repeat(bytes) });
  return send(`${url}/v3/notes`, {
    method: 'POST',
    token,
    body,
    headers: { 'content-type': 'application/json' },
  });
}
