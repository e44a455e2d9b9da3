import { jest } from '@jest/globals';
import { describeCommand } from './sandbox/describe-command.js';
import { describeKills } from './sandbox/describe-kills.js';
import { describeUse } from './sandbox/describe-use.js';
import { installCopied } from './support/install-copied.js';
import { useMachine } from './support/use-machine.js';

// A service is slow on a busy machine.
jest.setTimeout(180_000);

// `sandbox.long.test.ts` tests the packed packages, and every way in which a sandbox ends.
const machine = useMachine(installCopied);
describeUse(machine);
describeKills(machine, ['the test runner']);
describeCommand(machine);
