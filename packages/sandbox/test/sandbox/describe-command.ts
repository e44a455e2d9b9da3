import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { readLine } from '../support/partner.js';
import type { Machine } from '../support/use-machine.js';

const parley = 'node_modules/.bin/parley';

/** Tests the command of the sandbox. */
export function describeCommand(machine: Machine): void {
  describe('parley sandbox', () => {
    it('prints the URL and the token; listen and trigger work with them; it ends with the program that writes to it', async () => {
      const sandbox = machine.partner.launch(parley, ['sandbox', '--json']);
      const { url, token, startMs } = await readLine(sandbox);
      expect(startMs).toBeGreaterThan(0);
      const env = { PARLEY_URL: url, PARLEY_TOKEN: token };
      const tail = machine.partner.launch(
        parley,
        ['events', 'tail', '--events', 'message.received', '--limit', '1'],
        env,
      );
      const printed = text(tail.stdout);
      await once(tail.stderr, 'data');
      await machine.partner.run(parley, ['trigger', 'message.received', '--text', 'Where is my order?'], env);
      expect(await printed).toMatch(/ message\.received .*: Where is my order\?\n$/);
      expect(machine.partner.traces()).not.toEqual([]);
      sandbox.stdin.end();
      expect(await once(sandbox, 'exit')).toEqual([0, null]);
      expect(machine.partner.traces()).toEqual([]);
    });
  });
}

/** Tests the ways in which a person or a process manager ends the command. */
export function describeSignals(machine: Machine): void {
  describe('parley sandbox', () => {
    it.each([
      ['SIGTERM', false],
      ['SIGINT', true],
    ] as const)('ends on %s, and shows what a person needs', async (signal, isTerminal) => {
      const sandbox = machine.partner.launch(parley, ['sandbox', '--seed', 'empty']);
      const [shown] = await once(sandbox.stdout, 'data');
      expect(String(shown)).toMatch(
        /^Sandbox +ready in \d+\.\d s; Ctrl-C ends it\. *\nPARLEY_URL +http:\/\/127\.0\.0\.1:\d+ *\nPARLEY_TOKEN +eyJ/,
      );
      // A terminal signals the service as well.
      process.kill(isTerminal ? -Number(sandbox.pid) : Number(sandbox.pid), signal);
      expect(await once(sandbox, 'exit')).toEqual([0, null]);
      expect(machine.partner.traces()).toEqual([]);
    });

    it('ends quietly on Ctrl-C while it starts', async () => {
      const sandbox = machine.partner.launch(parley, ['sandbox', '--seed', 'empty']);
      const [stdout, stderr] = [text(sandbox.stdout), text(sandbox.stderr)];
      await machine.partner.waitForFolder();
      process.kill(-Number(sandbox.pid), 'SIGINT');
      expect(await once(sandbox, 'exit')).toEqual([0, null]);
      expect([await stdout, await stderr]).toEqual(['', '']);
      await machine.partner.waitForNoTraces();
    });
  });
}
