import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Consumer } from '../../../../spec/scripts/consumers/consumer.js';
import { findAffected } from '../../../../spec/scripts/consumers/find-affected.js';
import { compareEdited } from '../../../../spec/test/compare-edited.js';
import { inOperations } from './in-operations.js';
import { inRequests } from './in-requests.js';
import { inResponses } from './in-responses.js';
import { inTransport } from './in-transport.js';
import type { Mutation } from './mutation.js';

export const allMutations = [...inResponses, ...inRequests, ...inOperations, ...inTransport];

/** Tests that the report of a break names exactly the consumers that it hurts. */
export function describeMutations(mutations: readonly Mutation[], readConsumers: () => Consumer[]): void {
  describe(`of twelve consumers, a break names exactly those that it hurts: ${mutations.length} mutations`, () => {
    let consumers: Consumer[];
    beforeAll(() => {
      consumers = readConsumers();
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
}
