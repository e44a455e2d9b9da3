import { types } from 'node:util';

/** Copies a value so that it is safe in a log: plain data of a few levels, errors by their known fields, no secrets. */
export function clean(value: unknown, name = '', depth = 0): unknown {
  if (isSecretName(name) && value !== null && value !== undefined) return '[redacted]';
  switch (typeof value) {
    case 'string':
      return hideSecrets(value);
    case 'bigint':
      return String(value);
    case 'function':
    case 'symbol':
      return undefined;
    case 'object':
      return value === null ? null : cleanObject(value, depth);
    default:
      return value;
  }
}

const maxDepth = 4;
const maxItems = 50;

function cleanObject(value: object, depth: number): unknown {
  if (value instanceof Error || types.isNativeError(value)) return cleanError(value, depth);
  if (value instanceof Date) return value;
  if (value instanceof Set) return cleanObject([...value], depth);
  if (depth >= maxDepth) return '[…]';
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => clean(item, '', depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  // An instance of a class can be a connection, a socket or a key. Its name is enough.
  if (prototype !== null && prototype !== Object.prototype) return `[${value.constructor.name}]`;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, clean(item, name, depth + 1)]),
  );
}

/** The known fields of errors of Node, PostgreSQL and Prisma. Others, such as `client`, are not logged. */
const errorFields = ['code', 'errno', 'syscall', 'severity', 'constraint', 'table', 'routine', 'status'];

function cleanError(error: Error, depth: number): unknown {
  const fields = errorFields
    .map((name) => [name, readField(error, name)] as const)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const inner = depth < maxDepth ? error : undefined;
  const cause = inner?.cause === undefined ? undefined : clean(inner.cause, 'cause', depth + 1);
  const errors = inner && 'errors' in inner ? clean(inner.errors, 'errors', depth + 1) : undefined;
  return {
    type: error.name,
    message: hideSecrets(error.message),
    ...(error.stack !== undefined && { stack: hideSecrets(error.stack) }),
    ...Object.fromEntries(fields),
    ...(cause !== undefined && { cause }),
    ...(errors !== undefined && { errors }),
  };
}

function readField(error: Error, name: string): unknown {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? hideSecrets(value) : value;
}

function isSecretName(name: string): boolean {
  return /secret|password|passphrase|authorization|cookie|credential|private_?key|^token$|(?:access|api|bearer|verify)_?token$/i.test(
    name,
  );
}

/** Matches URLs such as `postgres://user:password@host`, anywhere in a text, and bearer tokens. */
export function hideSecrets(text: string): string {
  return text
    .replace(/(:\/\/[^\s:/@]*:)[^\s@/]+@/g, '$1***@')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
    .replace(/\bwhsec_[\w+/=-]+/g, '[secret]');
}
