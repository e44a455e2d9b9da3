import { formOf } from '../document/media-types.js';
import { type MutateRequest, withBody } from './mutate-request.js';

/** JSON or a form that is cut off or malformed. */
export const brokenBody: MutateRequest = ({ valid, request, pick }) => {
  const form = valid.body && formOf(valid.body.media.type);
  const { body } = request;
  if (!body) return undefined;
  if (form === 'multipart') {
    const end = Math.max(0, body.length - 30);
    return { request: withBody(request, body.subarray(0, end)), description: 'the form breaks off' };
  }
  if (form !== 'json') return undefined;
  const ways = breakJson(body.toString());
  const text = ways[pick % ways.length] ?? '{';
  return { request: withBody(request, Buffer.from(text)), description: 'the body is not JSON' };
};

function breakJson(text: string): string[] {
  return [
    text.slice(0, -1),
    `${text}}`,
    `{"a": undefined, "b": ${text}}`,
    `{'a': ${text}}`,
    `[${text},]`,
    '{',
    '\u0000',
  ].filter((broken) => !isJson(broken));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
