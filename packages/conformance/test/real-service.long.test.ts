import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { checkConformance } from '../src/index.js';
import { startReadingServer } from './planted/reading-server.js';

/** This document comes from the package that generates the types of the contract. */
const theirs = dirname(createRequire(import.meta.url).resolve('@redocly/openapi-core/package.json'));
const document = join(theirs, 'src/benchmark/benches/rebilly.yaml');

// Requests for all of its 355 operations are generated in every-operation.long.test.ts; these have large bodies and unions.
it('a part of a real service is tested, each operation with valid and with mutated requests', async () => {
  const server = await startReadingServer();
  try {
    const { operations } = await checkConformance({
      document,
      baseUrl: server.url,
      token: 'a token',
      seed: 3,
      only: ['*Customer*', '*/gateway-accounts*'],
      requestsPerOperation: 2,
    });
    expect(operations.length).toBeGreaterThan(30);
    expect(operations.filter(({ requests }) => requests === 0)).toEqual([]);
    const unchanged = operations.filter(({ mutations }) => Object.keys(mutations).length === 0);
    expect(unchanged.map(({ id }) => id)).toEqual([]);
  } finally {
    await server.stop();
  }
}, 60_000);
