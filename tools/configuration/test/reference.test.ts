import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { renderReference } from '../render-reference.js';

const reference = renderReference();

describe('the reference of the settings', () => {
  test('is current; npm run configuration writes it', () => {
    const written = readFileSync(
      new URL('../../../docs/operations/configuration.md', import.meta.url),
      'utf8',
    );
    expect(written).toBe(reference);
  });

  test('has the range, the choices and the default of a variable from its schema', () => {
    expect(reference).toMatch(
      /^\| `POOL_SIZE` \| API, worker \| .* It must be a whole number from 1 to 1000\. \| `10` \|$/m,
    );
    expect(reference).toMatch(/^\| `LOG_LEVEL` \| .* It must be one of fatal, .*, silent\. \| `info` \|$/m);
    expect(reference).toMatch(
      /^\| `WORKER_TASKS` \| worker \| .* It must be one or more of deliveries, .*\. \| all groups \|$/m,
    );
    expect(reference).toMatch(/^\| `TRUST_PROXY` \| API \|.*\| `false` \|$/m);
  });
});
