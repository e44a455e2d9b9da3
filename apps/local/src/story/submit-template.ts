import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../command-error.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';

/** Submits a template that is rejected, corrects its name, and submits it again until it is approved. */
export async function submitTemplate(
  { parley, tell, mark, timeoutMs }: Story,
  { channel }: Pick<Workspace, 'channel'>,
): Promise<void> {
  const { id: messageTemplateId } = await parley.POST('/message_templates', {
    body: {
      name: `rejected_${mark.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')}`,
      channelType: 'whatsapp',
      language: 'en',
      body: 'Hello {{first_name}}, your parcel is on its way.',
      status: 'draft',
    },
  });
  const params = { path: { messageTemplateId } };
  const submit = async (expected: string) => {
    const body = { channelId: channel.id, category: 'utility', examples: { first_name: 'Ada' } } as const;
    let template = await parley.POST('/message_templates/{messageTemplateId}/submit', { params, body });
    const endsAt = performance.now() + timeoutMs;
    while (template.status === 'pending' && performance.now() < endsAt) {
      await delay(100);
      template = await parley.GET('/message_templates/{messageTemplateId}', { params });
    }
    if (template.status !== expected)
      throw new CommandError(`The template is ${template.status}, not ${expected}.`);
    return template;
  };
  const rejected = await submit('rejected');
  tell('review', `submitted and rejected: ${rejected.registration?.rejectionReason}`);
  const name = rejected.name.replace('rejected', 'parcel');
  await parley.PUT('/message_templates/{messageTemplateId}', { params, body: { name } });
  const approved = await submit('approved');
  tell('review', `"${approved.name}", submitted again and ${approved.registration?.status}`);
  await parley.POST('/message_templates/sync', { body: { channelId: channel.id } });
  await requireEvents(parley, messageTemplateId);
}

/** The feed has an event for each step: submitted and reviewed, twice, and renamed. */
async function requireEvents(parley: Story['parley'], messageTemplateId: string): Promise<void> {
  const statuses: string[] = [];
  const body = { query: 'eq(event,message_template.updated)' };
  for await (const { data } of parley.search('/events/search', { body }).pages()) {
    for (const event of data) {
      if (event.event === 'message_template.updated' && event.data.id === messageTemplateId)
        statuses.push(event.data.status);
    }
  }
  const expected = ['pending', 'rejected', 'rejected', 'pending', 'approved'];
  if (!isDeepStrictEqual(statuses.toSorted(), expected.toSorted()))
    throw new CommandError(`The feed has the template as ${statuses.join(', ')}.`);
}
