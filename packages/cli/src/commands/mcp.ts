import { createRequire } from 'node:module';
import { inspect } from 'node:util';
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
  async run({ values, url, output, env, streams }) {
    const { client, token } = await openSession({ url, env, streams });
    const tools = chooseTools({ scopes: readScopes(token), isReadOnly: values['read-only'] === true });
    if (values.list) {
      listTools(tools, output);
      return 0;
    }
    await serveLines(createServer({ tools, client, version: readVersion() }), {
      input: streams.stdin,
      output: streams.stdout,
      report: (error) => streams.stderr.write(`${inspect(error)}\n`),
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

/** The package is found by its name, because this module is part of `dist/main.js` in a release. */
function readVersion(): string {
  return String(createRequire(import.meta.url)('@parley/cli/package.json').version);
}
