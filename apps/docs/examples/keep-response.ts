import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});
// In production, verify the signature of the request first.
const shop = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ order: { status: 'sent', parcels: 2 } }));
}).listen(0);
await once(shop, 'listening');
// A server that listens on TCP has an address with a port.
const { port } = shop.address() as AddressInfo;

const { id: automationId } = await parley.POST('/automations', {
  body: {
    name: 'Look up an order',
    trigger: { type: 'manual' },
    steps: [
      {
        type: 'call_webhook',
        url: `http://127.0.0.1:${port}/orders`,
        responseVariables: [
          { name: 'status', pointer: '/order/status' },
          { name: 'parcels', pointer: '/order/parcels' },
        ],
      },
      { type: 'send_message', text: 'Your order is {{status}}, in {{parcels}} parcels.' },
    ],
  },
});
const params = { path: { automationId } };
await parley.POST('/automations/{automationId}/publish', { params });
await parley.POST('/automations/{automationId}/trigger', {
  params,
  body: { contactId: '0193a1e0-5c00-7000-8000-000000000022' },
});

let run: { id: string; status: string; error: { message: string } | null } | undefined;
while (run === undefined || ['scheduled', 'running'].includes(run.status)) {
  await delay(200);
  [run] = await parley.search('/automations/{automationId}/runs/search', { params, body: {} }).toArray();
}
shop.close();
if (run.status !== 'completed') throw new Error(`The run is ${run.status}: ${run.error?.message}`);
const { variables } = await parley.GET('/automations/{automationId}/runs/{runId}', {
  params: { path: { automationId, runId: run.id } },
});
console.log(`${variables.status}, ${variables.parcels} parcels`);
