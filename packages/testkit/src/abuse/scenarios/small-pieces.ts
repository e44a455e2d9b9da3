import { once } from 'node:events';
import { connect } from 'node:net';
import { createKey, createTenant } from '../../fixtures/index.js';
import { tokenOf } from '../../tokens.js';
import { measureGrowth } from '../measure-memory.js';
import type { Scenario } from '../scenario.js';

const connections = 8;
const bodyBytes = 900_000;

/** A body can be sent byte by byte. A single byte must not take as much memory as an object. */
export const scenario: Scenario = {
  name: 'small-pieces',
  bound: { figure: 'growth of the API by 8 bodies of 0.9 MB, sent byte by byte', unit: 'MB', atMost: 100 },
  async run(stage) {
    const { url, database, api } = await stage.startCluster();
    const { id: tenantId } = await createTenant(database);
    const token = await tokenOf(await createKey(database, tenantId));
    const fields = ['Host: localhost', `Authorization: Bearer ${token}`, 'Content-Type: application/json'];
    const head = ['POST /v3/labels/search HTTP/1.1', ...fields, 'Transfer-Encoding: chunked'].join('\r\n');
    const body = '1\r\n \r\n'.repeat(bodyBytes);
    const { hostname, port } = new URL(url);
    return measureGrowth(api.pid, async () => {
      const responses = Array.from({ length: connections }, async () => {
        const socket = connect({ host: hostname, port: Number(port) });
        stage.onEnd(() => void socket.destroy());
        socket.on('error', () => undefined);
        socket.write(`${head}\r\n\r\n${body}2\r\n{}\r\n0\r\n\r\n`);
        const [response] = await once(socket, 'data');
        if (!/^HTTP\/1\.1 (200|408|503)/.test(String(response))) throw new Error(`A body got ${response}`);
      });
      await Promise.all(responses);
    });
  },
};
