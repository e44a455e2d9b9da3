import { ConformanceError } from '../errors/conformance-error.js';
import type { CheckName } from '../receivers/checks.js';
import type { ReceiverOptions } from '../receivers/receiver-options.js';
import { given, readHeaders, readNumber, scale } from './read-values.js';

export interface ReceiverArguments {
  readonly receiver: ReceiverOptions;
  /** A file, or `-` for stdout. */
  readonly json: string | undefined;
  readonly isQuiet: boolean;
}

export interface ReceiverWords {
  readonly receiver: string;
  readonly secret?: string | undefined;
  readonly 'revoked-secret'?: string | undefined;
  readonly event?: string[] | undefined;
  readonly probe?: string | undefined;
  readonly only?: string[] | undefined;
  readonly header?: string[] | undefined;
  readonly seed?: string | undefined;
  readonly timeout?: string | undefined;
  readonly requests?: string | undefined;
  readonly json?: string | undefined;
  readonly quiet?: boolean | undefined;
}

/** Reads the command line of a run against a webhook receiver. */
export function readReceiverArguments(
  words: ReceiverWords,
  documents: readonly string[],
  env: NodeJS.ProcessEnv,
): ReceiverArguments {
  const secret = words.secret ?? env.CONFORMANCE_SECRET;
  const [document] = documents;
  if (document === undefined) throw new ConformanceError('Name the document with --document; see --help.');
  if (secret === undefined) throw new ConformanceError('Pass the secret with --secret; see --help.');
  return {
    json: words.json,
    isQuiet: words.quiet === true,
    receiver: {
      document,
      url: words.receiver,
      secret,
      revokedSecret: words['revoked-secret'],
      events: words.event,
      probeUrl: words.probe,
      headers: readHeaders(words.header ?? []),
      // Unknown names are refused before anything is sent.
      only: (words.only ?? []) as CheckName[],
      seed: readNumber('seed', words.seed, { min: 0 }),
      ...given('samplesPerEvent', readNumber('requests', words.requests, { min: 0 })),
      ...given('timeoutMs', scale(readNumber('timeout', words.timeout, { min: 0 }), 1000)),
    },
  };
}
