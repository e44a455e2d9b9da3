import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/** Asks the contact a question with choices. It is sent by SMS, on which a business may write first. */
export async function askContact(story: Story, { contact }: Workspace) {
  const { parley, tell, mark } = story;
  const { id: channelId } = await parley.POST('/channels', {
    body: { type: 'sms', provider: 'sandbox', name: `Shop by SMS ${mark}` },
  });
  const question = await parley.POST('/messages/send', {
    body: {
      contactId: contact.id,
      channelId,
      interactive: {
        body: 'When shall we deliver?',
        buttons: [
          { id: 'morning', title: 'In the morning' },
          { id: 'evening', title: 'In the evening' },
        ],
      },
    },
  });
  tell('question', `"${question.interactive?.body}" with ${question.interactive?.buttons?.length} choices`);
  await offerMore(story, question.chatId);
  return { question };
}

/** Sends a list and a link, which are texts by SMS. */
async function offerMore({ parley, tell }: Story, chatId: string): Promise<void> {
  const rows = [
    { id: 'standard', title: 'Standard', description: '3 days' },
    { id: 'express', title: 'Express' },
  ];
  const list = { button: 'Options', sections: [{ title: 'To your door', rows }] };
  const listed = await parley.POST('/messages/send', {
    body: { chatId, interactive: { body: 'How shall we ship it?', list } },
  });
  const link = { title: 'Track it', url: 'https://shop.example/orders/1042' };
  const linked = await parley.POST('/messages/send', {
    body: { chatId, interactive: { body: 'It is on its way.', link } },
  });
  const lines = listed.text?.split('\n').filter((line) => /^\d\. /.test(line)) ?? [];
  tell('choices', `${lines.join(', ')}; then a link to ${linked.interactive?.link?.url}`);
}

export type Asked = Awaited<ReturnType<typeof askContact>>;
