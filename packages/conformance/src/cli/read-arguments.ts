import { parseArgs } from 'node:util';
import { ConformanceError } from '../errors/conformance-error.js';
import { messageOf } from '../errors/message-of.js';
import type { ConformanceOptions } from '../run/options.js';
import { type ReceiverArguments, readReceiverArguments } from './read-receiver-arguments.js';
import { given, readHeaders, readNumber, scale } from './read-values.js';

export interface Arguments {
  readonly documents: readonly string[];
  readonly options: Omit<ConformanceOptions, 'document'>;
  /** A file, or `-` for stdout. */
  readonly json: string | undefined;
  readonly isQuiet: boolean;
}

/** Reads the command line; throws a `ConformanceError` for the user if it is invalid. */
export function readArguments(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Arguments | ReceiverArguments | 'help' {
  const values = parse(withOptionalValue(words));
  if (values.help) return 'help';
  const documents = values.document ?? values['default-document'] ?? [];
  const { receiver } = values;
  if (receiver !== undefined) return readReceiverArguments({ ...values, receiver }, documents, env);
  if (values.url === undefined) throw new ConformanceError('Name the server with --url; see --help.');
  if (documents.length === 0) throw new ConformanceError('Name the document with --document; see --help.');
  return {
    documents,
    json: values.json,
    isQuiet: values.quiet === true,
    options: {
      baseUrl: values.url,
      token: values.token ?? env.CONFORMANCE_TOKEN,
      seed: readNumber('seed', values.seed, { min: 0 }),
      only: values.only ?? [],
      skip: values.skip ?? [],
      ids: readIds(values.id ?? []),
      headers: readHeaders(values.header ?? []),
      strict: values.strict === true,
      deep: values.deep === true,
      bodyLimit: readBodyLimit(values['body-limit']),
      errorListPath: values['error-list'],
      ...given('requestsPerOperation', readNumber('requests', values.requests, { min: 1 })),
      ...given('timeBudgetMs', scale(readNumber('minutes', values.minutes, { min: 0 }), 60_000)),
      ...given('concurrency', readNumber('concurrency', values.concurrency, { min: 1 })),
      ...given('timeoutMs', scale(readNumber('timeout', values.timeout, { min: 0 }), 1000)),
    },
  };
}

const text = { type: 'string' } as const;
const list = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

const known = {
  url: text,
  token: text,
  receiver: text,
  secret: text,
  'revoked-secret': text,
  event: list,
  probe: text,
  document: list,
  // A default document, for scripts of a package; --document overrides it.
  'default-document': list,
  seed: text,
  only: list,
  skip: list,
  id: list,
  header: list,
  strict: flag,
  requests: text,
  minutes: text,
  deep: flag,
  concurrency: text,
  timeout: text,
  'body-limit': text,
  'error-list': text,
  json: text,
  quiet: flag,
  help: flag,
} as const;

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: known, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new ConformanceError(`${messageOf(error)}. See --help.`);
  }
}

/** `--json` can be used without a value. */
function withOptionalValue(words: readonly string[]): string[] {
  return words.map((word, index) => {
    const next = words[index + 1];
    return word === '--json' && (next === undefined || next.startsWith('--')) ? '--json=-' : word;
  });
}

function readBodyLimit(value: string | undefined): number | string | undefined {
  return value?.startsWith('x-') ? value : readNumber('body-limit', value, { min: 1 });
}

function readIds(pairs: readonly string[]): Record<string, string[]> {
  const ids: Record<string, string[]> = {};
  for (const pair of pairs) {
    const [, name, value] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw new ConformanceError(`--id must be name=value, not ${pair}.`);
    ids[name] = [...(ids[name] ?? []), value];
  }
  return ids;
}
