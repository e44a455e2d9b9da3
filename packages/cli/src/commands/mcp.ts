import { readFile } from 'node:fs/promises';
import { defineCommand } from '../frame/define-command.js';
import { chooseTools } from '../mcp/choose-tools.js';
import { createServer, isAllowed } from '../mcp/create-server.js';
import { readScopes } from '../mcp/read-scopes.js';
import { serveLines } from '../mcp/serve-lines.js';
import type { Output } from '../output/output.js';
import { renderTable } from '../output/render-table.js';
import { openSession } from '../session/open-session.js';

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'Offers tools of the workspace to a model, as a server of the Model Context Protocol.',
  details: `A host such as an editor starts this command, writes requests to its stdin and reads its stdout. Tools for which the token
lacks a scope are not offered. Use a token with the scopes that the model needs, and no others.`,
  options: {
    'read-only': { type: 'boolean', summary: 'offers only the tools that change nothing' },
    list: { type: 'boolean', summary: 'prints the tools, and ends' },
  },
  examples: [
    { does: 'shows which tools the token allows', command: 'npx parley mcp --list' },
    { does: 'serves a host, which starts it', command: 'npx parley mcp --read-only' },
  ],
  async run({ values, url, output, env }) {
    const { client, token } = await openSession({ url, env });
    const tools = chooseTools({ scopes: readScopes(token), isReadOnly: values['read-only'] === true });
    if (values.list) {
      listTools(tools, output);
      return 0;
    }
    await serveLines(createServer({ tools, client, version: await readVersion() }), {
      input: process.stdin,
      output: process.stdout,
      report: (error) => console.error(error),
    });
    return 0;
  },
});

function listTools(tools: ReturnType<typeof chooseTools>, output: Output): void {
  const listed = tools.map((chosen) => ({
    name: chosen.tool.name,
    hint: chosen.tool.hint,
    isOffered: isAllowed(chosen),
    missingScopes: chosen.missingScopes,
  }));
  output.result({ tools: listed }, (style) =>
    renderTable(
      ['Tool', 'Effect', 'Offered'],
      listed.map(({ name, hint, isOffered, missingScopes }) => [
        name,
        hint,
        isOffered ? 'yes' : `no: needs ${missingScopes.join(' and ')}`,
      ]),
      style,
    ),
  );
}

/** The path is that of the bundle, in which this module is part of `dist/main.js`. */
async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return String(version);
}
