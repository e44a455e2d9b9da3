import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Home } from './run-parley.js';

/** Starts `parley mcp` as a host does, and connects the official client to it. */
export async function connectModel(
  home: Home,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Client> {
  const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', ...words],
      cwd: home.folder,
      env: { ...home.env, ...env },
      stderr: 'inherit',
    }),
  );
  return client;
}
