import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from '../command-error.js';
import { defineCommand, explain } from '../frame/define-command.js';
import { callersOf, type Method, methods } from '../operations/callers.js';
import { completePath, matchOperation } from '../operations/match-operation.js';
import { readBody } from '../operations/read-body.js';
import { printableJson } from '../output/printable.js';
import { openSession } from '../session/open-session.js';

export const api = defineCommand({
  name: 'api',
  summary: 'Calls any operation of the API and prints its response.',
  details: `The call is retried, paced and given an idempotency key as by the client. The response is printed as JSON, or as it is if
it is a file.`,
  usage: '<method> <path>',
  options: {
    data: {
      type: 'string',
      short: 'd',
      value: '<json>',
      summary: 'the body: JSON, @file, or - for stdin',
    },
    field: {
      type: 'string',
      short: 'f',
      multiple: true,
      value: '<name=text>',
      summary: 'a field of the body; name:=json for other types than text',
    },
    file: { type: 'string', value: '<file>', summary: 'a file to upload as the field file' },
    out: { type: 'string', short: 'o', value: '<file>', summary: 'file to write the response to' },
    'idempotency-key': {
      type: 'string',
      value: '<key>',
      summary: 'your own key, so that the write is done once if you repeat the command',
    },
  },
  examples: [
    {
      does: 'reads a chat',
      command: 'npx parley api GET /v3/chats/0193a1e0-5c00-7000-8000-000000000041',
    },
    {
      does: 'searches, with a body',
      command: `npx parley api POST /v3/chats/search --data '{"query":"eq(status,open)"}'`,
    },
    {
      does: 'creates a label from fields',
      command: "npx parley api POST /v3/labels -f name=Gold -f 'color=#FFD700'",
    },
    { does: 'uploads a file', command: 'npx parley api POST /v3/files --file price-list.pdf' },
  ],
  complete: ([method = '', path]) =>
    path === undefined ? methods.map((word) => ({ word })) : completePath(method.toUpperCase(), path),
  async run({ values, words, url, output, env, cwd, streams }) {
    const { method, path } = readCall(words);
    const body = await readBody(values, { cwd, stdin: streams.stdin });
    const { client } = await openSession({ url, env, streams });
    const idempotencyKey = values['idempotency-key'];
    const match = matchOperation(method, path);
    // A path that this release does not know is sent as it is: the service may be newer.
    const outcome = await callersOf(client)[method](match?.operation.path ?? path, {
      ...(match && { params: { path: match.path } }),
      ...(body !== undefined && { body }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    if (!outcome.ok) throw outcome.error;
    const content =
      outcome.data instanceof Blob
        ? new Uint8Array(await outcome.data.arrayBuffer())
        : `${printableJson(outcome.body, 2)}\n`;
    if (values.out === undefined) output.raw(content);
    else await writeFile(resolve(cwd, values.out), content);
    return 0;
  },
});

function readCall([first = '', second = '', ...more]: readonly string[]): { method: Method; path: string } {
  const method = methods.find((each) => each === first.toUpperCase());
  if (!method) throw explain('api', `The method must be ${methods.join(', ')}, not '${first}'.`);
  if (!second.startsWith('/') || more.length > 0)
    throw explain('api', 'After the method comes one path, such as /v3/workspace.');
  if (second.startsWith('/v2/')) throw new CommandError('This command calls v3 of the API. v2 has ended.');
  if (/^(?:\/v3)?\/events\/stream(?:$|\?)/.test(second))
    throw new CommandError('A stream does not end. Use npx parley events tail.');
  if (/[?#]/.test(second)) throw new CommandError('Operations of v3 have no query. Use --data or --field.');
  return { method, path: second.replace(/^\/v3(?=\/)/, '') };
}
