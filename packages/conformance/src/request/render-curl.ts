import { tokenMark, withToken } from './credentials.js';
import type { WireRequest } from './encode-request.js';
import type { FormPart } from './multipart.js';
import { isPlainBody, quoteText, renderBodyCommand } from './render-body.js';

/** Renders the request as a command for a POSIX shell, with `$TOKEN` in place of the token. */
export function renderCurl(baseUrl: string, request: WireRequest): string {
  const { target, headers } = withToken(request, tokenMark);
  const isForm =
    request.parts !== undefined && request.paddingBytes === undefined && request.parts.every(fitsArgument);
  const body = isForm ? formArguments(request.parts ?? []) : bodyArguments(request);
  const shown = Object.entries(headers).filter(([name]) => !(isForm && name === 'content-type'));
  const words = [
    ...(body.input === undefined ? [] : [`${body.input} |`]),
    'curl -i',
    ...(impliedMethod(request, body) === request.method ? [] : [`-X ${request.method}`]),
    ...shown.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...body.words,
    quote(`${baseUrl}${target}`),
  ];
  return words.join(' ');
}

interface BodyArguments {
  readonly words: readonly string[];
  /** A command whose output is the body. */
  readonly input?: string;
}

function bodyArguments({ body = Buffer.alloc(0), paddingBytes }: WireRequest): BodyArguments {
  if (body.length === 0 && paddingBytes === undefined) return { words: [] };
  if (paddingBytes === undefined && isPlainBody(body)) {
    return { words: [`--data-binary ${quoteText(body.toString())}`] };
  }
  const start = renderBodyCommand(body);
  const padding = `head -c ${paddingBytes} /dev/zero | tr '\\0' ' '`;
  const input = paddingBytes === undefined ? start : `{ ${start}; ${padding}; }`;
  return { input, words: ['--data-binary @-'] };
}

/** Whether the part fits into an argument of curl: a short text in UTF-8 without a zero byte. */
function fitsArgument({ bytes }: FormPart): boolean {
  return bytes.length < 2000 && Buffer.from(bytes.toString()).equals(bytes) && !bytes.includes(0);
}

function formArguments(parts: readonly FormPart[]): BodyArguments {
  return {
    words: parts.map(({ name, fileName, contentType, bytes }) => {
      const content = `"${bytes.toString().replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
      const file = fileName === undefined ? '' : `;filename="${fileName}"`;
      return `-F ${quote(`${name}=${content}${contentType === undefined ? '' : `;type=${contentType}`}${file}`)}`;
    }),
  };
}

function impliedMethod({ method }: WireRequest, { words }: BodyArguments): string {
  // With -X HEAD curl would wait for a body.
  if (method === 'HEAD') return '';
  return words.length > 0 ? 'POST' : 'GET';
}

/** Only the token is left for the shell to expand. */
function quote(text: string): string {
  return quoteText(text).replaceAll(tokenMark, `'"$TOKEN"'`);
}
