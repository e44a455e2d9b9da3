import { describe, expect, test } from '@jest/globals';
import { startSmtp } from '../../../../packages/channels/test/email/smtp-provider.js';
import { accepted, useProviders } from './use-providers.js';

const { sending, serve, connect, mailTo, stopAfterTest } = useProviders();

const interactive = {
  body: 'When shall we come?',
  buttons: [
    { id: 'am', title: 'In the morning' },
    { id: 'pm', title: 'In the evening' },
  ],
};
const asText = 'When shall we come?\n\n1. In the morning\n2. In the evening';

describe('an interactive message', () => {
  test.each([
    [
      'whatsapp',
      '"button","action":{"buttons":[{"type":"reply","reply":{"id":"am","title":"In the morning"}}',
    ],
    ['instagram', '"quick_replies":[{"content_type":"text","title":"In the morning","payload":"am"}'],
  ] as const)('by %s has the buttons of the provider', async (name, expected) => {
    const provider = await serve(accepted[name]);
    const channel = await connect(name, { baseUrl: provider.url });
    const { id, chatId } = await sending.enqueue(channel, { text: null, interactive });
    await sending.send(id);
    expect(provider.requests[0]?.body).toContain(expected);
    const event = (await sending.events(chatId)).at(-1);
    expect(event).toMatchObject({
      type: 'message.sent',
      data: { type: 'interactive', text: asText, interactive: { ...interactive, list: null }, reply: null },
    });
  });

  test('by SMS is a text with numbered choices', async () => {
    const provider = await serve(accepted.sms);
    const channel = await connect('sms', { baseUrl: provider.url });
    const { id } = await sending.enqueue(channel, { text: null, interactive });
    await sending.send(id);
    expect(new URLSearchParams(provider.requests[0]?.body ?? '').get('Body')).toBe(asText);
  });

  test('by email is a text with numbered choices', async () => {
    const smtp = await startSmtp();
    stopAfterTest(smtp);
    const channel = await connect('email', { port: smtp.port });
    const { to } = await mailTo(channel);
    const { id } = await sending.enqueue(channel, { to, text: null, interactive });
    await sending.send(id);
    expect(smtp.mails[0]?.mime.toString('utf8').replaceAll('\r\n', '\n')).toContain(asText);
  });
});
