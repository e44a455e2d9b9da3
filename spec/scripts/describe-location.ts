import { decodeKey } from './read-document.js';

/** Converts a JSON pointer of a document to terms that a caller of the API knows. */
export function describeLocation(pointer: string): string {
  const [area, name, ...rest] = pointer.replace(/^#\/?/, '').split('/').map(decodeKey);
  if (area === 'paths' && name !== undefined) return describeOperation(name, rest);
  if (area === 'webhooks' && name !== undefined)
    return ['webhook', name, ...describeParts(rest.slice(1))].join(' > ');
  return ['document', ...[area, name, ...rest].filter(Boolean)].join(' > ');
}

function describeOperation(path: string, [method, ...rest]: string[]): string {
  if (method === undefined) return path;
  const isMethod = /^(get|put|post|delete|patch|head|options|trace)$/.test(method);
  const subject = isMethod ? `${method.toUpperCase()} ${path}` : path;
  return [subject, ...describeParts(isMethod ? rest : [method, ...rest])].join(' > ');
}

function describeParts(parts: string[]): string[] {
  const [first, second, ...rest] = parts;
  switch (first) {
    case undefined:
      return [];
    case 'responses':
      return second === undefined ? ['responses'] : [second, ...describeParts(rest)];
    case 'requestBody':
      return ['request', ...describeParts(parts.slice(1))];
    case 'headers':
      return [`header ${second}`, ...describeParts(rest)];
    case 'content':
      return rest[0] === 'schema' ? [describeBody(second, rest.slice(1))] : [parts.join('/')];
    case 'schema':
      return parts.length === 1 ? [] : [describeBody(undefined, parts.slice(1))];
    default:
      return [parts.join('/')];
  }
}

/**
 * Describes a place in a body, such as `body.data.handles[].id`. Combinators are omitted, because a caller does not see
 * them in JSON.
 */
function describeBody(mediaType: string | undefined, keywords: string[]): string {
  let path = mediaType === undefined || mediaType === 'application/json' ? 'body' : `${mediaType} body`;
  for (let index = 0; index < keywords.length; index += 1) {
    const keyword = keywords[index] ?? '';
    if (keyword === 'properties') path += `.${keywords[++index]}`;
    else if (['allOf', 'oneOf', 'anyOf'].includes(keyword)) index += 1;
    else if (keyword === 'items') path += '[]';
    else if (keyword === 'additionalProperties') path += '{}';
    else path += `/${keyword}`;
  }
  return path;
}
