import { jest } from '@jest/globals';
import { describeCommand, describeSignals } from './sandbox/describe-command.js';
import { describeKills, describeRareEnds } from './sandbox/describe-kills.js';
import { describePublished } from './sandbox/describe-published.js';
import { describeUse } from './sandbox/describe-use.js';
import { installPacked } from './support/install-packed.js';
import { useMachine } from './support/use-machine.js';

// Packing is slow on a busy machine.
jest.setTimeout(180_000);

const machine = useMachine(installPacked);
describePublished(() => machine.installed);
describeUse(machine);
describeKills(machine, ['the test runner', 'the sandbox']);
describeRareEnds(machine);
describeCommand(machine);
describeSignals(machine);
