import { beforeAll, jest } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { describeTypes } from './support/describe-types.js';
import { packClient } from './support/pack-client.js';

// Compilers and package managers are slow on a busy machine.
jest.setTimeout(120_000);

const scratch = makeTestFolder('client');
beforeAll(() => {
  packClient(scratch);
});

describeTypes(scratch, 'typescript');
