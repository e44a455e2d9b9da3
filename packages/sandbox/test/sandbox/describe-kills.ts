import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { readLine } from '../support/partner.js';
import type { Machine } from '../support/use-machine.js';

const start = `import { startSandbox } from '@parley/sandbox'; const sandbox = await startSandbox();`;

/** Tests that the processes and files of the sandbox end with the killed process. */
export function describeKills(
  machine: Machine,
  targets: ReadonlyArray<'the test runner' | 'the sandbox'>,
): void {
  describe('while it runs', () => {
    it.each(targets)('leaves nothing behind after kill -9 of %s', async (target) => {
      const runner = machine.partner.launchProgram(
        'wait.mjs',
        `${start} console.log(JSON.stringify(sandbox)); setInterval(() => {}, 1000);`,
      );
      const { pid } = await readLine(runner);
      expect(machine.partner.traces().length).toBeGreaterThan(2);
      process.kill(target === 'the sandbox' ? pid : Number(runner.pid), 'SIGKILL');
      await machine.partner.waitForNoTraces();
    });
  });
}

/** Tests ends at other times and machines of other kinds. */
export function describeRareEnds(machine: Machine): void {
  describe('in rare cases', () => {
    it('ends with a program that forgets it', async () => {
      await machine.partner.runProgram('forget.mjs', `${start} console.log(JSON.stringify(sandbox));`);
      await machine.partner.waitForNoTraces();
    });

    it.each([
      ['its modules are loaded', 'setImmediate(kill);'],
      ['PostgreSQL starts', `watch(process.env.TMPDIR, kill);`],
    ])('leaves nothing behind after kill -9 of the test runner while %s', async (_, when) => {
      const runner = machine.partner.launchProgram(
        'early.mjs',
        `
        import { watch } from 'node:fs';
        import { startSandbox } from '@parley/sandbox';
        const kill = () => process.kill(process.pid, 'SIGKILL');
        startSandbox({ seed: 'empty' });
        ${when}`,
      );
      expect(await once(runner, 'exit')).toEqual([null, 'SIGKILL']);
      await machine.partner.waitForNoTraces();
    });

    // In many containers, root may neither run PostgreSQL nor create a user namespace for it.
    it('starts where unshare does not exist', async () => {
      const { url } = await machine.partner.runProgram(
        'plain.mjs',
        `${start} console.log(JSON.stringify(sandbox)); await sandbox.stop();`,
        { PATH: machine.partner.pathWithoutUnshare() },
      );
      expect(url).toMatch(/^http:/);
      expect(machine.partner.traces()).toEqual([]);
    });
  });
}
