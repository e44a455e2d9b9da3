import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { repository } from '../support/read-commands.js';
import type { Site } from '../support/use-site.js';

const folder = fileURLToPath(new URL('apps/docs/examples/', repository));

const runner = fileURLToPath(new URL('apps/docs/test/support/run-examples.ts', repository));
const separator = '-- the end of an example --';

/** The output of each example with the demo workspace. */
const expected: Readonly<Record<string, (printed: string) => void | Promise<void>>> = {
  'add-channel.ts': (printed) => expect(printed).toMatch(/\/ingress\/[0-9a-f-]{36}\n$/),
  'add-event-type.ts': (printed) => expect(printed).toBe('message.received, chat.updated\n'),
  'add-handle.ts': (printed) =>
    expect(printed).toBe(
      'bruno@customer.example true\n+41791234567 has a chat\nbruno@customer.example has no chat\nbruno@customer.example is deleted\n',
    ),
  'merge-contacts.ts': (printed) =>
    expect(printed).toBe('Elif Kaya, elif@customer.example, 2 addresses\nThe old id names Elif Kaya\n'),
  'add-note.ts': (printed) => expect(printed).toBe('Chiara calls on Monday. true\n1 note deleted\n'),
  'assign-chat.ts': (printed) =>
    expect(printed).toBe('Ada Berg: Mara\nBruno Keller: Noor\n2 chats of the team\n'),
  'call.sh': (printed) => expect(JSON.parse(printed)).toMatchObject({ data: { name: 'Demo', plan: 'pro' } }),
  'create-webhook.sh': (printed) =>
    expect(JSON.parse(printed).data).toMatchObject({
      status: 'active',
      secret: expect.stringMatching(/^whsec_/),
    }),
  'export-contact.sh': (printed) =>
    expect(JSON.parse(printed).data.status).toMatch(/^(?:pending|completed)$/),
  'fail.sh': (printed) => {
    const { error } = JSON.parse(printed);
    expect(error.messageKey).toBe('invalid_body_params');
    expect(Object.keys(error.invalidParams)).toHaveLength(3);
  },
  'list-webhooks-v2.ts': (printed) => expect(printed).toContain('WHATSAPP_MESSAGE_RECEIVED'),
  'list-webhooks-v3.ts': (printed) => {
    expect(printed).toContain('WHATSAPP_MESSAGE_RECEIVED');
    expect(printed).toContain('message.received');
  },
  'public-url.sh': async (printed) => {
    const { publicUrl } = JSON.parse(printed).data;
    expect((await fetch(publicUrl)).headers.get('content-type')).toBe('image/png');
  },
  'receive-in-sandbox.sh': (printed) => expect(JSON.parse(printed)).toMatchObject({ success: true }),
  'ask-with-buttons.ts': (printed) =>
    expect(printed).toBe('When shall we deliver your order?\n\n1. In the morning\n2. In the evening\n'),
  'reply-to-message.ts': (printed) =>
    expect(printed).toBe('"It arrives tomorrow." replies to "Where is my order?", sent by api\n'),
  'react-to-message.ts': (printed) => expect(printed).toBe('"Where is my order?": 👍 outbound\n'),
  'branch-automation.ts': (printed) =>
    expect(printed).toBe('0 set_variable\n1 branch\n2 send_message\n3 set_chat_status\n'),
  'ask-in-automation.ts': (printed) =>
    expect(printed).toBe('ask invalid_reply\nask answered\nsend_message\ndelivery: evening\n'),
  'keep-reply.ts': (printed) => expect(printed).toBe('1988-11-17\n'),
  'run-automation.ts': (printed) => expect(printed).toBe('0 condition\n1 send_message\n2 set_chat_status\n'),
  'read-results.ts': (printed) =>
    expect(printed).toMatch(
      /^2 sent, 1 read, 1 replied, 1 opted out\n0193a1e0-5c00-7000-8000-000000000021 replied at \S+Z\n$/,
    ),
  'run-campaign.ts': (printed) => expect(printed).toBe('2 recipients, 2 sent\n'),
  'send-template-with-file.ts': (printed) =>
    expect(printed).toBe('approved: "Hello Ada, here is your invoice." with invoice.pdf\n'),
  'send-code.ts': (printed) => expect(printed).toMatch(/^approved: "\d{6} is your code\."\n$/),
  'submit-template.ts': (printed) => expect(printed).toBe('submitted: pending\nreviewed: approved\n'),
  'send-to-segment.ts': (printed) => expect(printed).toBe('1 found, 1 subscribed\n1 recipient, 1 sent\n'),
  'schedule-automation.ts': (printed) =>
    expect(printed).toMatch(/^Next on a Monday at 09:00 in Berlin\nactive\ninactive\n$/),
  'keep-response.ts': (printed) => expect(printed).toBe('sent, 2 parcels\n'),
  'start-with-changes.ts': (printed) =>
    expect(printed).toBe(
      'contact_created of Grace Kern\nlabel_added of Grace Kern\nattribute_changed of Grace Kern\n',
    ),
  'start-with-reply.ts': (printed) => expect(printed).toBe('1 replied, the automation is completed\n'),
  'set-stop-words.ts': (printed) =>
    expect(printed).toBe(
      'STOP or UNSUBSCRIBE ends the subscription, START renews it\nplease stop: subscribed\nUnsubscribe!: not subscribed\nstart: subscribed\n',
    ),
  'send-list-and-link.ts': (printed) =>
    expect(printed).toBe(
      [
        'How shall we ship it? Please reply with a number.\n\nTo your door\n1. Standard (3 days)\n2. Express\n',
        'Order 1042\n\nIt is on its way.\n\nTrack it: https://shop.example/orders/1042\n',
      ].join(''),
    ),
  'schedule-local-time.ts': (printed) =>
    expect(printed).toBe('09:00 where the contact is, by its phone number\n'),
  'schedule-message.ts': (printed) => expect(printed).toBe('scheduled\ncanceled\n'),
  'set-quiet-hours.ts': (printed) =>
    expect(printed).toBe(
      'Europe/Berlin\nNo campaign from 21:00 to 08:00 (contact)\nInstagram sends at any hour again\n',
    ),
  'search-audit-log.sh': (printed) => expect(JSON.parse(printed)).toMatchObject({ success: true }),
  'send-to-phone-number.ts': (printed) => expect(printed).toBe('pending for +4915123456789\n'),
  'search-events.sh': (printed) =>
    expect(JSON.parse(printed)).toMatchObject({
      success: true,
      data: expect.arrayContaining([expect.objectContaining({ event: 'message.received' })]),
      pagination: { limit: 100 },
    }),
  'search-messages.ts': (printed) => expect(printed).toMatch(/^Where is my order\?\nAn order\n$/m),
  'search-usage.sh': (printed) => expect(JSON.parse(printed)).toMatchObject({ success: true }),
  'search-chats.sh': (printed) =>
    expect(JSON.parse(printed)).toMatchObject({ success: true, pagination: { page: 0, limit: 25 } }),
  'send-file.ts': (printed) =>
    expect(printed).toBe('Uploaded price-list.txt: text/plain, 21 bytes\nSent as document: price-list.txt\n'),
  'send-once.sh': (printed) => {
    const lines = printed
      .trim()
      .split('\n')
      .map((line) => line.trim());
    const ids = lines.filter((line) => line.startsWith('"data":{"id"'));
    expect(lines.filter((line) => /^idempotent-replayed: true$/i.test(line))).toHaveLength(1);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(2);
  },
  'signed-url.sh': async (printed) => {
    const response = await fetch(JSON.parse(printed).data.url);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toMatch(/^private, /);
  },
  'show-limits.sh': (printed) => expect(printed).toMatch(/^X-RateLimit-Limit: 500\r?$/m),
  'stream-events.sh': (printed) => expect(printed).toMatch(/^retry: 1000\nid: [\w-]+\n\n/),
  'trigger-automation.sh': (printed) => expect(JSON.parse(printed)).toEqual({ success: true }),
  'upload-file.sh': (printed) =>
    expect(JSON.parse(printed).data).toMatchObject({
      name: 'Price list 2027.pdf',
      contentType: 'application/pdf',
    }),
};

/** Examples with separate tests. */
const others = ['command-line', 'python', 'quick-start', 'verify-webhook.sh'];

export function describeExamples(site: Site): void {
  describe('the examples of the guides', () => {
    beforeAll(() =>
      writeFile(join(site.folder, 'price-list.pdf'), '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
    );

    it('are all tested', async () => {
      expect((await readdir(folder)).toSorted()).toEqual([...Object.keys(expected), ...others].toSorted());
    });

    it.each(Object.keys(expected).filter((name) => name.endsWith('.sh')))('%s runs', async (name) => {
      await expected[name]?.(await run('bash', [join(folder, name)]));
    });

    describe('in TypeScript', () => {
      const names = Object.keys(expected).filter((name) => name.endsWith('.ts'));
      let outputs: string[] = [];

      beforeAll(async () => {
        const register = new URL('tools/typescript/register.js', repository);
        const flags = [`--import=${register}`, '--conditions=@parley/source'];
        const files = names.map((name) => join(folder, name));
        outputs = (await run(process.execPath, [...flags, runner, separator, ...files])).split(
          `${separator}\n`,
        );
      });

      it.each([...names.entries()])('%d: %s runs', async (index, name) => {
        await expected[name]?.(outputs[index] ?? '');
      });
    });

    async function run(program: string, args: string[]): Promise<string> {
      const { stdout } = await promisify(execFile)(program, args, {
        cwd: site.folder,
        env: { PATH: process.env.PATH ?? '', PARLEY_URL: site.url, PARLEY_TOKEN: site.token },
      });
      return stdout;
    }
  });
}
