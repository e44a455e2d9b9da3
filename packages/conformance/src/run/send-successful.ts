import fc from 'fast-check';
import type { Operation } from '../document/operation.js';
import { wholeExample } from '../generate/from-example.js';
import { encodeRequest } from '../request/encode-request.js';
import type { RequestCase } from '../request/request-case.js';
import { seedOf } from '../seed-of.js';
import { isAnswer } from '../wire/answer.js';
import type { Run } from './run.js';
import { tryRequest } from './try-request.js';

export interface SendingOptions {
  readonly tries: number;
  /** Whether a success was what the caller needs; a search may find nothing. */
  readonly isEnough?: () => boolean;
}

/** Sends valid requests, those of the examples first, until one succeeds; whether one did. */
export async function sendSuccessful(
  run: Run,
  operation: Operation,
  { tries, isEnough = () => true }: SendingOptions,
): Promise<boolean> {
  for (const [index, sample] of listCases(run, operation).slice(0, tries).entries()) {
    const path = { ...sample.parameters.path, ...run.known.choosePath(operation, index) };
    const valid = { ...sample, parameters: { ...sample.parameters, path } };
    const request = encodeRequest(operation, valid);
    if (!request || run.isOver()) continue;
    const { outcome, violations } = await tryRequest(run, { operation, request, valid });
    for (const violation of violations) {
      const key = `${operation.id} ${violation.key}`;
      if (!run.found.has(key))
        run.found.set(key, { operation, trial: { request }, violation, isWhole: true });
    }
    if (isAnswer(outcome) && outcome.status >= 200 && outcome.status < 300 && isEnough()) return true;
  }
  return false;
}

function listCases(run: Run, operation: Operation): RequestCase[] {
  const built = run.casesOf(operation, 'some');
  if ('why' in built) return [];
  const seed = seedOf(run.settings.seed, operation.id, 'first', run.wire.count);
  const samples = fc.sample(built.arbitrary, { numRuns: 12, seed }).filter((sample) => sample !== undefined);
  const bodies = (operation.body?.media ?? []).flatMap((media) =>
    media.examples.map((example) => ({ media, value: wholeExample(example, run.known.known) })),
  );
  const first = samples[0];
  const plain = first ? { ...first.parameters, header: requiredOnly(operation, first) } : undefined;
  const examples = plain ? bodies.map((body) => ({ parameters: plain, body })) : [];
  const bare = plain && operation.body?.required === false ? [{ parameters: plain, body: undefined }] : [];
  return [...examples, ...bare, ...samples];
}

/** Optional headers change what a request does: a key of idempotency would give the first answer again. */
function requiredOnly({ parameters }: Operation, { parameters: { header } }: RequestCase) {
  const required = new Set(parameters.filter((parameter) => parameter.required).map(({ name }) => name));
  return Object.fromEntries(Object.entries(header).filter(([name]) => required.has(name)));
}
