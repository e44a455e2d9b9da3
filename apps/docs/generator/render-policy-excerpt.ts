import { readFile } from 'node:fs/promises';

const file = new URL('../../../spec/v3/paths/automations@{automationId}@trigger.yaml', import.meta.url);

/** Renders the lines of one operation of the contract that declare what the server requires, unchanged. */
export async function renderPolicyExcerpt(): Promise<string> {
  const text = await readFile(file, 'utf8');
  const parts = [
    cut(text, 'post:\n', '  description:'),
    cut(text, '  tags:', '  requestBody:'),
    cut(text, '  requestBody:', '        examples:'),
    '  responses:\n',
    cut(text, '    "404":', '    "409":'),
    text.slice(text.indexOf('    "409":')),
  ];
  return parts.join('');
}

/** Returns the lines from one mark to the next. */
function cut(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start + from.length);
  if (start === -1 || end === -1) throw new Error(`${file.pathname} no longer has ${from.trim()}.`);
  return text.slice(start, end);
}
