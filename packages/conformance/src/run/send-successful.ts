import fc from 'fast-check';
import type { Operation } from '../document/operation.js';
import { wholeExample } from '../generate/from-example.js';
import { seedOf } from '../generate/seed-of.js';
import { encodeRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { isSuccess } from '../wire/wire-response.js';
import { recordUnshrunk } from './record-unshrunk.js';
import type { Run } from './run.js';
import { tryRequest } from './try-request.js';

export interface SendingOptions {
  /** The number of requests; every example is tried, even if there are more. */
  readonly tries: number;
  /** Whether the success is sufficient for the caller; a search may find nothing. */
  readonly isEnough?: () => boolean;
}

/** Sends valid requests, examples first, until one succeeds. Returns whether one did. */
export async function sendSuccessful(
  run: Run,
  operation: Operation,
  { tries, isEnough = () => true }: SendingOptions,
): Promise<boolean> {
  const { examples, others } = listCases(run, operation);
  for (const valid of [...examples, ...others.slice(0, Math.max(0, tries - examples.length))]) {
    const request = encodeRequest(operation, valid);
    if (!request || run.isOver()) continue;
    const trial = await tryRequest(run, { operation, request, valid });
    recordUnshrunk(run, operation, trial);
    if (isSuccess(trial.outcome) && isEnough()) return true;
  }
  return false;
}

/** The examples and the smallest request use the same path, where one may create what another one finds. */
function listCases(run: Run, operation: Operation): Record<'examples' | 'others', RequestCase[]> {
  const built = run.casesOf(operation, 'some');
  if ('why' in built) return { examples: [], others: [] };
  const seed = seedOf(run.settings.seed, operation.id, 'first', run.wire.count);
  const samples = fc.sample(built.arbitrary, { numRuns: 12, seed }).filter((sample) => sample !== undefined);
  const [first] = samples;
  if (!first) return { examples: [], others: [] };
  const at = (sample: RequestCase, pick: number) => {
    const path = { ...sample.parameters.path, ...run.known.choosePath(operation, pick) };
    return { ...sample, parameters: { ...sample.parameters, path } };
  };
  const plain = { ...first, parameters: { ...first.parameters, header: requiredOnly(operation, first) } };
  const bodies = listBodies(run, operation);
  return {
    examples: bodies.map((body) => at({ ...plain, body }, 0)),
    others: samples.map((sample, index) => at(sample, bodies.length > 0 ? index + 1 : index)),
  };
}

function listBodies(run: Run, { body }: Operation): RequestCase['body'][] {
  if (!body) return [];
  const examples = body.media.flatMap((media) =>
    media.examples.map((example) => ({ media, value: wholeExample(example, run.known.known) })),
  );
  return body.required ? examples : [...examples, undefined];
}

/** Optional headers are dropped: a repeated idempotency key would return the first response again. */
function requiredOnly({ parameters }: Operation, { parameters: { header } }: RequestCase) {
  const required = new Set(parameters.filter((parameter) => parameter.required).map(({ name }) => name));
  return Object.fromEntries(Object.entries(header).filter(([name]) => required.has(name)));
}
