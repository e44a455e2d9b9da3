import { describe, expect, it, jest } from '@jest/globals';
import { allMutations, describeMutations } from './planted/describe-mutations.js';
import { readConsumers, readConsumersAtOnce } from './planted/read-consumers.js';

// The compiler reads twelve projects.
jest.setTimeout(300_000);

describe('all mutations', () => {
  it('are at least fifty, each under its own name', () => {
    expect(allMutations.length).toBeGreaterThanOrEqual(50);
    expect(new Set(allMutations.map(({ name }) => name)).size).toBe(allMutations.length);
  });

  it('find the same uses, whether the consumers are read one by one or at once', () => {
    const withoutFolders = (json: string) => json.replaceAll(/"file":"[a-z]+\/src\//g, '"file":"src/');
    expect(JSON.parse(withoutFolders(JSON.stringify(readConsumersAtOnce())))).toEqual(readConsumers());
  });
});

describeMutations(allMutations, readConsumers);
