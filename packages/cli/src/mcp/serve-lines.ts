import type { ToolServer } from './create-server.js';
import {
  internalError,
  invalidRequest,
  ProtocolError,
  parseLine,
  type RequestId,
  readMessage,
} from './json-rpc.js';
import { readLines } from './read-lines.js';

export interface Lines {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Where unexpected errors are reported: the other side can only read the protocol. */
  readonly report: (error: unknown) => void;
}

/** Serves until the input ends. Requests run side by side, so that a slow call holds up none of the others. */
export async function serveLines(server: ToolServer, { input, output, report }: Lines): Promise<void> {
  const running = new Set<Promise<void>>();
  for await (const line of readLines(input)) {
    if (line.trim() === '') continue;
    const served = serveLine(line, server, report).then((reply) => {
      if (reply) output.write(`${JSON.stringify(reply)}\n`);
      running.delete(served);
    });
    running.add(served);
  }
  server.close();
  await Promise.all(running);
}

interface Reply {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A line has a message, or a batch of them, whose replies are a batch as well. */
async function serveLine(
  line: string,
  server: ToolServer,
  report: Lines['report'],
): Promise<Reply | readonly Reply[] | undefined> {
  try {
    const value = parseLine(line);
    if (!Array.isArray(value)) return await replyTo(value, server, report);
    if (value.length === 0) throw new ProtocolError(invalidRequest, 'A batch must not be empty.');
    const replies = await Promise.all(value.map((message) => replyTo(message, server, report)));
    const sent = replies.filter((reply) => reply !== undefined);
    return sent.length > 0 ? sent : undefined;
  } catch (error) {
    return refuse(error, null, report);
  }
}

/** Notifications and cancelled requests get no reply. */
async function replyTo(
  value: unknown,
  server: ToolServer,
  report: Lines['report'],
): Promise<Reply | undefined> {
  let id: RequestId | null = null;
  try {
    const message = readMessage(value);
    if (message === undefined) return undefined;
    if (!('id' in message)) {
      server.note(message);
      return undefined;
    }
    id = message.id;
    const result = await server.answer(message);
    return result && { jsonrpc: '2.0', id, result };
  } catch (error) {
    return refuse(error, id, report);
  }
}

function refuse(error: unknown, id: RequestId | null, report: Lines['report']): Reply {
  if (error instanceof ProtocolError) {
    const { code, message } = error;
    return { jsonrpc: '2.0', id: id ?? error.id, error: { code, message } };
  }
  report(error);
  const message = 'The command failed; its stderr says why.';
  return { jsonrpc: '2.0', id, error: { code: internalError, message } };
}
