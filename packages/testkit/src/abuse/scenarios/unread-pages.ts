import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { waitFor } from '../../crash/wait-for.js';
import { createKey, createTenant } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import type { Scenario } from '../scenario.js';

const readers = 40;
const contacts = 100;
const contactBytes = 70_000;

/**
 * Large pages of a search, for readers that receive the beginning and then stop. A response is in memory until its reader has
 * received it. The memory of the process says little about it, because pages that are read become garbage of the same size.
 * Every character has three bytes.
 */
export const scenario: Scenario = {
  name: 'unread-pages',
  bound: { figure: 'pages of 7 MB that stay in memory, of 40 that nobody reads', unit: 'pages', atMost: 9 },
  async run(stage) {
    const { url, database, folder } = await stage.startCluster();
    const { id: tenantId } = await createTenant(database, { plan: 'ultra' });
    const token = await tokenOf(await createKey(database, tenantId));
    await database.pool.query(
      `insert into contacts (tenant_id, id, first_name, metadata)
       select $1, gen_random_uuid(), 'Ada', jsonb_build_object('note', repeat('語', $3 / 3))
       from generate_series(1, $2::int)`,
      [tenantId, contacts, contactBytes],
    );
    const body = JSON.stringify({ pagination: { limit: contacts } });
    const fields = ['Host: localhost', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
    const length = `Content-Length: ${body.length}`;
    const head = ['POST /v3/contacts/search HTTP/1.1', ...fields, length].join('\r\n');
    const { hostname, port } = new URL(url);
    for (let count = 0; count < readers; count += 1) {
      const socket = connect({ host: hostname, port: Number(port) });
      stage.onEnd(() => void socket.destroy());
      let beginning = '';
      socket
        .on('error', () => undefined)
        .once('data', (data) => {
          beginning = String(data.subarray(0, 12));
          socket.pause();
        });
      socket.write(`${head}\r\n\r\n${body}`);
      await waitFor('the response begins', () => beginning || undefined, 30_000);
      if (beginning !== 'HTTP/1.1 200') throw new Error(`A search got ${beginning}`);
    }
    const log = await readFile(join(folder, 'logs', 'api.log'), 'utf8');
    return readers - (log.split('its reader is too slow').length - 1);
  },
};
