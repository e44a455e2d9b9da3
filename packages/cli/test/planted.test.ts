import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Consumer } from '../../../spec/scripts/consumers/consumer.js';
import { findAffected } from '../../../spec/scripts/consumers/find-affected.js';
import { compareEdited } from '../../../spec/test/compare-edited.js';
import { listUses } from '../src/uses/list-uses.js';
import { inOperations } from './planted/in-operations.js';
import { inRequests } from './planted/in-requests.js';
import { inResponses } from './planted/in-responses.js';
import { inTransport } from './planted/in-transport.js';
import type { Mutation } from './planted/mutation.js';

// The compiler reads ten projects.
jest.setTimeout(300_000);

const names = ['acme', 'birch', 'cedar', 'dune', 'elm', 'fjord', 'grove', 'heath', 'isle', 'jade'];
const mutations = [...inResponses, ...inRequests, ...inOperations, ...inTransport];
let consumers: Consumer[];

beforeAll(() => {
  consumers = names.map((consumer) =>
    listUses({
      config: fileURLToPath(new URL(`consumers/${consumer}/tsconfig.json`, import.meta.url)),
      consumer,
    }),
  );
});

describe(`of ten consumers, a break names exactly those that it hurts: ${mutations.length} mutations`, () => {
  it('at least fifty, each under its own name', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(50);
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
  });

  it.each(mutations)('$name', ({ version = 'v3', edit, hurts, perhaps = [] }: Mutation) => {
    const breaks = compareEdited(version, edit).filter(({ severity }) => severity === 'breaking');
    expect(breaks).not.toEqual([]);
    const effects = breaks.flatMap((change) => findAffected(change, version, consumers));
    const certain = new Set(effects.flatMap(({ consumer, isCertain }) => (isCertain ? [consumer] : [])));
    const uncertain = effects.map(({ consumer }) => consumer).filter((name) => !certain.has(name));
    expect({ hurts: [...certain].sort(), perhaps: [...new Set(uncertain)].sort() }).toEqual({
      hurts,
      perhaps,
    });
  });
});
