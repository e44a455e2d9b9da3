import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTenant, createToken } from '@parley/testkit';
import { openClient } from '../src/story/open-client.js';
import { runWholeStory } from '../src/story/run-whole-story.js';
import { useService } from './end-to-end/use-service.js';
import { callCommand } from './support/call-command.js';

const service = useService();
let receiver: Server;
const received: string[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    // A step that calls the URL sends this header; an event does not have it.
    if (!('idempotency-key' in request.headers)) received.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.end('{"order":{"status":"shipped"}}'));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterAll(() => new Promise((resolve) => receiver.close(resolve)));

describe('npm run story', () => {
  it('runs the whole story through v3 with only a tenant and a token, and reads everything back', async () => {
    const { url, database, tenant, token } = service;
    const { port } = receiver.address() as AddressInfo;
    const webhookUrl = `http://127.0.0.1:${port}/hook`;
    const args = ['--url', url, '--token', token, '--webhook-url', webhookUrl];
    const { code, stdout, stderr } = await callCommand('story', args, {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const parts = stdout.split('\n').map((line) => line.split('  ')[0]?.trim());
    expect(parts).toEqual([
      'workspace',
      'channel',
      'time zone',
      'label',
      'contact',
      'address',
      'merge',
      'team',
      'file',
      'template',
      'automation',
      'webhook',
      'chat',
      'note',
      'note',
      'message',
      'reply',
      'scheduled',
      'review',
      'review',
      'header',
      'code',
      'branch',
      'trigger',
      'wish',
      'call',
      'schedule',
      'greeting',
      'question',
      'choices',
      'ask',
      'answer',
      'attributes',
      'assignment',
      'failed run',
      'failed',
      'failing',
      'deletion',
      'segment',
      'campaign',
      'recipient',
      'interest',
      'reactions',
      'tap',
      'stop word',
      'results',
      'start word',
      'read back',
      'found',
      'stream',
      'feed',
      'webhook',
      '',
      expect.stringMatching(/^The whole story in \d+ requests and \d+\.\d s\.$/),
      '',
    ]);
    expect(stdout).toMatch(/^call +status 200; the order is "shipped"$/m);
    const where = { tenantId: tenant.id };
    expect(await database.prisma.campaign.count({ where })).toBe(2);
    expect(await database.prisma.message.count({ where })).toBe(26);
    // The contact has unsubscribed and subscribed again.
    expect(await database.prisma.campaignSend.count({ where: { ...where, optedOutAt: { not: null } } })).toBe(
      1,
    );
    expect(await database.prisma.contact.count({ where: { ...where, isSubscribed: false } })).toBe(0);
    expect(received.length).toBeGreaterThan(0);
  });

  it('prints in one line why it ended, if the service refuses a request or is not running', async () => {
    const refused = await callCommand('story', ['--url', service.url, '--token', 'nothing'], {});
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^GET \/workspace failed with 401 .+\n$/),
    });
  });

  it('prints its help when the command line is invalid', async () => {
    const { code, stderr } = await callCommand('story', [], {});
    expect(code).toBe(2);
    expect(stderr).toContain('--token is missing.');
    expect(stderr).toContain('--webhook-url');
  });
});

describe('the story', () => {
  function tellTo(url: string, token: string): Promise<unknown> {
    const webhookUrl = 'https://partner.example/hook';
    const mark = Date.now().toString(36);
    return runWholeStory({
      ...openClient({ url, token }),
      tell: () => {},
      mark,
      webhookUrl,
      timeoutMs: 30_000,
    });
  }

  it('stops at the first refused request and names it', async () => {
    const { database, url } = service;
    const { id } = await createTenant(database, { plan: 'free', requestsPerMinute: 1_000 });
    await expect(tellTo(url, await createToken(database, id))).rejects.toThrow(
      /^POST \/automations failed with 402 insufficient_billing_plan: /,
    );
    await expect(tellTo(url, 'nothing')).rejects.toThrow(/^GET \/workspace failed with 401 /);
    await expect(tellTo('http://127.0.0.1:1', 'x')).rejects.toThrow(/^GET \/workspace got no response: /);
  });
});
