import type { Operation } from '../document/operation.js';
import { harvest } from '../pool/harvest.js';
import { listPathParameters, resourceOfPath } from '../pool/resource-names.js';
import type { Run } from './run.js';
import { sendSuccessful } from './send-successful.js';

const mostPasses = 4;
const triesEach = 5;

/**
 * Collects identifiers before the tests: from the document's examples, then from the responses of lists, searches and
 * creations. A record that one operation creates lets another one succeed, so it repeats this while there is something new.
 */
export async function warmUp(run: Run): Promise<void> {
  learnExamples(run);
  const waiting = new Set(run.api.operations.filter(({ method }) => method !== 'DELETE').sort(byParameters));
  for (let pass = 0; pass < mostPasses && waiting.size > 0 && !run.isOver(); pass += 1) {
    const before = run.pool.size;
    for (const operation of waiting) {
      if (!isReachable(run, operation)) continue;
      const isEnough = () => isFed(run, operation);
      if (await sendSuccessful(run, operation, { tries: triesEach, isEnough })) waiting.delete(operation);
    }
    if (run.pool.size === before) return;
  }
}

function byParameters(a: Operation, b: Operation): number {
  return listPathParameters(a.path).length - listPathParameters(b.path).length;
}

/** Whether at least one record of the returned resource is known. */
function isFed({ pool, resources }: Run, { path }: Operation): boolean {
  const resource = resourceOfPath(path, resources);
  return resource === undefined || pool.count([resource]) > 0;
}

function isReachable({ pool }: Run, { path }: Operation): boolean {
  return listPathParameters(path).every(({ resources }) => pool.pick(resources, 0) !== undefined);
}

function learnExamples({ api, pool, resources }: Run): void {
  for (const { path, responses, parameters } of api.operations) {
    const resource = resourceOfPath(path, resources);
    const bodies = responses.filter(({ status }) => status.startsWith('2')).flatMap(({ media }) => media);
    for (const example of bodies.flatMap(({ examples }) => examples)) {
      harvest(example, { pool, resources, resource, origin: 'example' });
    }
    for (const { name, resources: names } of listPathParameters(path)) {
      const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
      for (const value of parameter?.examples ?? []) {
        if (names[0] !== undefined && (typeof value === 'string' || typeof value === 'number')) {
          pool.add(names[0], { value, origin: 'example' });
        }
      }
    }
  }
}
