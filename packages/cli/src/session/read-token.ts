import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Reads a token: typed without an echo by a person, or from a pipe. */
export async function readToken(
  stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean },
  stderr: NodeJS.WritableStream,
): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).trim();
  stderr.write('Token: ');
  // `readline` echoes to its output, so it has one that shows nothing.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: stdin, output, terminal: true });
  // Ctrl-C closes the prompt, and the question would then wait for ever.
  const closed = new Promise<string>((resolve) => prompt.once('close', () => resolve('')));
  const token = await Promise.race([prompt.question(''), closed]);
  prompt.close();
  stderr.write('\n');
  return token.trim();
}
