import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { measureGrowth } from '../measure-memory.js';
import type { Scenario } from '../scenario.js';

const connections = 20;
const requestsOfOne = 50;
/** How long nobody reads after the responses have begun. */
const unreadMs = 5_000;

/** Nobody has to be known to request the document, and one connection can request it many times without reading. */
export const scenario: Scenario = {
  name: 'unread-documents',
  bound: {
    figure: 'growth of the API by 1,000 OpenAPI documents that nobody reads',
    unit: 'MB',
    atMost: 100,
  },
  async run(stage) {
    const { url, api } = await stage.startCluster();
    const { hostname, port } = new URL(url);
    const request = 'GET /openapi/v3.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
    return measureGrowth(api.pid, async () => {
      const begun = Array.from({ length: connections }, async () => {
        const socket = connect({ host: hostname, port: Number(port) });
        stage.onEnd(() => void socket.destroy());
        socket.on('error', () => undefined);
        socket.write(request.repeat(requestsOfOne));
        const [beginning] = await once(socket, 'data');
        socket.pause();
        if (!String(beginning).startsWith('HTTP/1.1 200')) throw new Error(`A request got ${beginning}`);
      });
      await Promise.all(begun);
      await delay(unreadMs);
    });
  },
};
