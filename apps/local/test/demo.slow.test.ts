import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import type { Outcome } from './support/call-command.js';
import { runProgram } from './support/run-program.js';

jest.setTimeout(120_000);

const folder = makeTestFolder('demo-test');
let outcome: Outcome;

beforeAll(async () => {
  // A developer's own database and port, which the demo must not use.
  const own = { DATABASE_URL: 'postgresql://parley@127.0.0.1:1/parley', PORT: '1', DATA_DIR: '/nowhere' };
  outcome = await runProgram('demo', [], { ...own, TMPDIR: folder });
});

/** Returns the lines of one scene, each without its time. */
function scene(title: string): string[] {
  const text = outcome.stdout.split('\n\n').find((part) => part.startsWith(title)) ?? '';
  const [, ...lines] = text.split('\n');
  return lines.map((line) => {
    expect(line).toMatch(/^ {2,5}\d+\.\d\d s {2}\S/);
    return line.slice(11).replaceAll(/ {2,}/g, ' · ');
  });
}

describe('npm run demo', () => {
  it('ends without an error, and leaves nothing behind', async () => {
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: '' });
    expect((await readdir(folder)).filter((name) => name.startsWith('parley-'))).toEqual([]);
  });

  it('shows the received message, the reply of the automation, and each webhook with its verified signature', () => {
    const lines = scene('A customer writes');
    expect(lines[0]).toBe('Lena Vogt · writes on WhatsApp · "Hello, do you deliver to Austria?"');
    expect(lines.slice(1).toSorted()).toEqual(
      [
        'webhook v3 ✓ · contact.created · Lena Vogt',
        'webhook v3 ✓ · contact.updated · Lena Vogt',
        'webhook v3 ✓ · chat.created · with Lena Vogt: open',
        'webhook v3 ✓ · chat.updated · with Lena Vogt: open',
        'webhook v3 ✓ · message.received · Lena Vogt: "Hello, do you deliver to Austria?"',
        'webhook v2 ✓ · WHATSAPP_MESSAGE_RECEIVED · Lena Vogt: "Hello, do you deliver to Austria?"',
        'automation · Welcome new customers · replied, and its run is completed',
        'webhook v3 ✓ · message.sent · to Lena Vogt: "Welcome! How can we help you?"',
        'webhook v3 ✓ · message.updated · delivered to Lena Vogt',
        'webhook v3 ✓ · message.updated · read by Lena Vogt',
      ].toSorted(),
    );
  });

  it('shows the campaign, which skips a contact that has unsubscribed', () => {
    const lines = scene('A campaign goes out');
    const eventsOf = (name: string) =>
      lines.filter((line) => line.includes(name) && line.includes('message.'));
    for (const name of ['Ada', 'Bruno', 'Chiara']) {
      expect(eventsOf(name)).toEqual([
        expect.stringMatching(`^webhook v3 ✓ · message.sent · to ${name} .+: "Hello ${name}, 10 % off`),
        expect.stringContaining('message.updated · delivered to'),
        expect.stringContaining('message.updated · read by'),
      ]);
    }
    expect(lines.join()).not.toContain('Deniz');
    expect(lines[0]).toBe('campaign · Winter offer · started');
    expect(lines.at(-1)).toBe('campaign · Winter offer · completed: 3 sent, 3 delivered, 3 read, 1 skipped');
  });

  it('prints a summary and the next steps, without colours if the output is not a terminal', () => {
    expect(outcome.stdout).toMatch(/one message in, 4 messages out, 23 webhooks, every signature verified/);
    expect(outcome.stdout).toContain('npm start ');
    expect(outcome.stdout).not.toContain('\u001b');
  });
});
