import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Home, Running } from './run-parley.js';

/** Starts `parley mcp`, and connects the official client to it, as a host does. */
export async function connectModel(
  home: Home,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transportOf(home.start(['mcp', ...words], { env })));
  return client;
}

function transportOf({ stdin, stdout, exited }: Running): Transport {
  const transport: Transport = {
    async start() {
      createInterface({ input: stdout }).on('line', (line) => transport.onmessage?.(JSON.parse(line)));
    },
    async send(message) {
      stdin.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      stdin.end();
      await exited;
      transport.onclose?.();
    },
  };
  return transport;
}
