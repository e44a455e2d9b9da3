import { expect, it } from '@jest/globals';
import { waitUntil } from '@parley/testkit/wait-until';
import { smallDocument, smallVersion } from '../http/support/small-version.js';
import { makeTenant, startTestApi } from '../http/support/start-test-api.js';
import { useApiDatabase } from '../http/support/use-test-api.js';
import { openConnection, type RawConnection } from './raw-connection.js';

const bodyLimitBytes = 10_000_000;
const keyBytes = 9_500_000;

const db = useApiDatabase();

const { '/notes': notes, ...paths } = smallDocument.paths;
const { post } = Object(notes);
const document = {
  ...smallDocument,
  paths: { ...paths, '/notes': { post: { ...post, 'x-body-limit': bodyLimitBytes } } },
};

it('a 400 that names a key of megabytes is closed when too many of them are not read', async () => {
  const api = await startTestApi({
    database: db.database,
    versions: [smallVersion({ document })],
    config: { bodyBudgetBytes: 50 * bodyLimitBytes },
  });
  const { id: tenantId, token } = await makeTenant(db.database);
  const body = JSON.stringify({ ['k'.repeat(keyBytes)]: 1 });
  const fields = `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  const connections: RawConnection[] = [];
  // Eight of them have more than 64 MB.
  for (let count = 0; count < 8; count += 1) {
    const connection = await openConnection(api.url);
    connections.push(connection);
    connection.socket.pause().write(`POST /v3/notes HTTP/1.1\r\nHost: x\r\n${fields}\r\n\r\n${body}`);
  }
  const closed = () => api.logs.filter(({ msg }) => String(msg).includes('its reader is too slow'));
  // On a busy machine, reading and checking 76 MB takes long.
  await waitUntil(() => closed().length > 0);
  expect(closed()[0]).toMatchObject({ tenantId, bytes: expect.any(Number) });
  for (const { socket } of connections) socket.destroy();
}, 90_000);
