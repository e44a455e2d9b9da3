import type { Site } from '../change.js';

/** The part of the contract that a location of the report names. */
export type Place =
  | { readonly kind: 'document' }
  | { readonly kind: 'operation'; readonly user: string }
  /** `path` is `body.text`, `path.chatId` or `query.limit`. */
  | { readonly kind: 'request'; readonly user: string; readonly path: string }
  /** `path` is relative to the body. */
  | { readonly kind: 'response'; readonly user: string; readonly path: string }
  /** The body of an error, a header or a tool: readers and hosts of those are not known. */
  | { readonly kind: 'remainder'; readonly user: string }
  /** `path` is undefined if the change is not in the body. */
  | { readonly kind: 'event'; readonly user: string; readonly path: string | undefined }
  | { readonly kind: 'filter' | 'sort' | 'error'; readonly user: string; readonly name: string }
  /** The name of a response, a parameter or another component that is no schema. */
  | { readonly kind: 'component' }
  /** A component; `path` is empty for the component itself. */
  | { readonly kind: 'schema'; readonly path: string };

/** Reads a location of the report: `GET /chats/{chatId} > 200 > body.data.status > enum`. */
export function readPlace({ location, user }: Site): Place {
  const [first = '', second, third] = location.split(' > ');
  if (first === 'schema') return { kind: 'schema', path: second ?? '' };
  if (first === 'component') return { kind: 'component' };
  if (first === 'webhook') {
    // The other bodies of an event are those with which a receiver responds.
    const body =
      third === 'request' ? location.split(' > ').find((part) => /^body(?!\w)/.test(part)) : undefined;
    return { kind: 'event', user, path: body?.replace(/^body\.?/, '') };
  }
  if (user === '') return { kind: 'document' };
  if (second === undefined) return { kind: 'operation', user };
  if (second === 'filter' || second === 'sort') return { kind: second, user, name: third ?? '' };
  // Hosts of models call the tool, and not the projects that call its operation.
  if (second === 'tool') return { kind: 'remainder', user };
  if (second === 'impossible') return { kind: 'error', user, name: third ?? '' };
  if (second === 'request') return { kind: 'request', user, path: readBody(third) ?? 'body' };
  const parameter = /^(path|query|header) (.+)$/.exec(second);
  if (parameter) {
    const [, place, name = ''] = parameter;
    return { kind: 'request', user, path: `${place}.${place === 'header' ? name.toLowerCase() : name}` };
  }
  return /^\d/.test(second) ? readResponse(user, second, third) : { kind: 'operation', user };
}

function readResponse(user: string, status: string, part: string | undefined): Place {
  const body = readBody(part);
  // Without the media type that it expects, a caller reads nothing.
  const isMediaType = /^[^ ]+\/[^ ]+$/.test(part ?? '');
  if (part === undefined || (isMediaType && status.startsWith('2'))) return { kind: 'operation', user };
  if (status.startsWith('2'))
    return body === undefined
      ? { kind: 'remainder', user }
      : { kind: 'response', user, path: body.replace(/^body\.?/, '') };
  const isKey = body === undefined && /^[a-z_]+$/.test(part);
  return isKey ? { kind: 'error', user, name: part } : { kind: 'remainder', user };
}

/** The path in a body of any media type; undefined for another part. */
function readBody(part: string | undefined): string | undefined {
  return part === undefined ? undefined : /(?:^| )(body(?:[.[({].*)?)$/.exec(part)?.[1];
}

/** A path as consumers write it: without the names of branches, and of the list or map instead of its elements. */
export function simplify(path: string): string {
  return path
    .replaceAll(/\([^)]*\)/g, '')
    .replace(/\{.*$/, '')
    .replace(/(\[\])+$/, '');
}

/** The path of the object that a property belongs to. */
export function parentOf(path: string): string {
  return path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
}

/** The name of the branch at the end of a path: `wait` in `data.steps[](wait)`. */
export function branchOf(path: string): string | undefined {
  return /\(([^)]*)\)$/.exec(path)?.[1];
}

/** The field of a named schema at a pointer: `Chat.openUntil`; undefined if no named schema declares it. */
export function readSource(pointer: string | undefined): string | undefined {
  const [name, ...rest] = /^#\/components\/schemas\/(.+)$/.exec(pointer ?? '')?.[1]?.split('/') ?? [];
  if (name === undefined) return undefined;
  const steps = rest.flatMap((step, index): string[] => {
    if (rest[index - 1] === 'properties') return [`.${step}`];
    return step === 'items' ? ['[]'] : [];
  });
  return steps.length === 0 ? undefined : `${name}${steps.join('')}`;
}
