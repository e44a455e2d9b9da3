import { createInterface } from 'node:readline';
import type { ToolServer } from './create-server.js';
import { internalError, type Notification, ProtocolError, parseMessage, type Request } from './json-rpc.js';

export interface Lines {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Where unexpected errors are reported: the other side can only read the protocol. */
  readonly report: (error: unknown) => void;
}

/** Serves until the input ends. Requests run side by side, so that a slow call holds up none of the others. */
export async function serveLines(server: ToolServer, { input, output, report }: Lines): Promise<void> {
  const send = (message: object) => void output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answers = new Set<Promise<void>>();
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const message = read(line, send);
    if (message === undefined) continue;
    if (!('id' in message)) {
      server.note(message);
      continue;
    }
    const answer = answerTo(server, message, report).then((reply) => {
      if (reply) send({ id: message.id, ...reply });
      answers.delete(answer);
    });
    answers.add(answer);
  }
  server.close();
  await Promise.all(answers);
}

type Reply =
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string } };

/** A cancelled request gets no reply. */
async function answerTo(
  server: ToolServer,
  request: Request,
  report: Lines['report'],
): Promise<Reply | undefined> {
  try {
    const result = await server.answer(request);
    return result && { result };
  } catch (error) {
    if (error instanceof ProtocolError) return { error: { code: error.code, message: error.message } };
    report(error);
    return { error: { code: internalError, message: 'The command failed; its stderr says why.' } };
  }
}

function read(line: string, send: (message: object) => void): Request | Notification | undefined {
  try {
    return parseMessage(line);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    send({ id: null, error: { code: error.code, message: error.message } });
    return undefined;
  }
}
