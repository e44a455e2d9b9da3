/**
 * Reads the lines of a stream. Only `\n` ends one: `readline` also splits at a single `\r`, and from Node 24 on at U+2028 and
 * U+2029 (nodejs/node#57591), which JSON allows inside of a text.
 */
export async function* readLines(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  input.setEncoding('utf8');
  let parts: string[] = [];
  for await (const chunk of input) {
    const [first = '', ...more] = String(chunk).split('\n');
    parts.push(first);
    for (const next of more) {
      yield parts.join('');
      parts = [next];
    }
  }
  yield parts.join('');
}
