import { type AnyRequest, validRequest } from '@parley/testkit';
import type { AnyOperation } from './every-operation.js';
import { listFieldCases } from './round-trips/list-field-cases.js';
import type { PreparedWorld } from './round-trips/prepare-world.js';

/** A request of one tenant with some ids of another. */
export interface ForeignRequest extends AnyRequest {
  /** Whether one of these ids is in the path, and whether one is in the body. */
  readonly isForeignPath: boolean;
  readonly isForeignBody: boolean;
}

/** Lists requests with every combination of ids of another tenant, in the path and in every field that takes ids. */
export function listForeignRequests(
  operation: AnyOperation,
  own: PreparedWorld,
  foreign: PreparedWorld,
): ForeignRequest[] {
  const pairs = pairIds(own, foreign);
  const requests = listRequests(operation, own).flatMap((request) => swapIds(request, pairs));
  // Many fields have the same id in their example.
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}

function listRequests(operation: AnyOperation, world: PreparedWorld): AnyRequest[] {
  const { version, operationId, takesBody, takesJson, isRead } = operation;
  const valid = validRequest(world, version, operationId);
  // A form has its own cases.
  if (takesBody && !takesJson) return [];
  if (!takesJson || isRead) return [valid];
  const bodies = listFieldCases(operation).map((field) => field.createBody(world, field.createValue(world)));
  return [valid, ...bodies.map((body) => ({ ...valid, body }))];
}

/** The id of each record of a world, and the id of the same record in the other. */
export function pairIds(own: PreparedWorld, foreign: PreparedWorld): ReadonlyMap<string, string> {
  const records: Readonly<Record<string, Identified>> = Object(own);
  const others: Readonly<Record<string, Identified>> = Object(foreign);
  const ids = Object.entries(records).flatMap(([name, record]) =>
    identifiers.map((key) => [record[key], others[name]?.[key]] as const),
  );
  return new Map(ids.filter((pair): pair is [string, string] => pair.every((id) => typeof id === 'string')));
}

const identifiers = ['id', 'contactId', 'externalId', 'publicToken'] as const;

type Identified = Partial<Readonly<Record<(typeof identifiers)[number], unknown>>>;

function swapIds({ params = {}, body }: AnyRequest, pairs: ReadonlyMap<string, string>): ForeignRequest[] {
  const text = JSON.stringify({ params, body });
  const path = JSON.stringify(params);
  const content = JSON.stringify(body ?? null);
  const used = [...pairs].filter(([id]) => text.includes(id));
  return combinationsOf(used).map((swapped) => ({
    ...JSON.parse(swapped.reduce((changed, [id, other]) => changed.replaceAll(id, other), text)),
    isForeignPath: swapped.some(([id]) => path.includes(id)),
    isForeignBody: swapped.some(([id]) => content.includes(id)),
  }));
}

/** No request has more than five ids, so that there are at most 31 combinations. */
function combinationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length > 5) throw new Error('A request with so many ids has too many combinations.');
  const all: Item[][] = [[]];
  for (const item of items) all.push(...all.map((one) => [...one, item]));
  return all.filter(({ length }) => length > 0);
}
