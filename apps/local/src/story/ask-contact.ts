import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/** Asks the contact a question with choices. It is sent by SMS, on which a business may write first. */
export async function askContact({ parley, tell, mark }: Story, { contact }: Workspace) {
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
  return { question };
}

export type Asked = Awaited<ReturnType<typeof askContact>>;
