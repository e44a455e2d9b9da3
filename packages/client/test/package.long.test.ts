import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, jest } from '@jest/globals';
import { describeTypes } from './support/describe-types.js';
import { packClient } from './support/pack-client.js';

// Compilers and package managers are slow on a busy machine.
jest.setTimeout(120_000);

const scratch = mkdtempSync(join(tmpdir(), 'parley-client-'));
beforeAll(() => {
  packClient(scratch);
});
afterAll(() => rmSync(scratch, { recursive: true }));

describeTypes(scratch, 'typescript');
