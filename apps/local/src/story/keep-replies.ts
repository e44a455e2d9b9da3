import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '../command-error.js';
import type { Asked } from './ask-contact.js';
import type { Workspace } from './set-up-workspace.js';
import type { Story } from './story.js';
import { waitForRun } from './wait-for-run.js';
import { waitUntilAsked } from './wait-until-asked.js';

/** Runs an automation that asks three questions, and keeps the replies in attributes of the contact. */
export async function keepReplies(
  story: Story,
  { contact }: Pick<Workspace, 'contact'>,
  { question }: Asked,
): Promise<void> {
  const { parley, tell, mark, write } = story;
  const { channelId } = question;
  for (const { expect: name, type } of questions)
    await parley.POST('/attributes', {
      body: { name: `${name} ${mark}`, externalId: `${name}_${mark}`, type },
    });
  const { id: automationId } = await parley.POST('/automations', {
    body: {
      name: `Ask for details ${mark}`,
      trigger: { type: 'manual', channelId },
      steps: questions.map(({ expect }) => ({
        type: 'ask',
        text: `What is your ${expect}?`,
        expect,
        saveTo: { externalId: `${expect}_${mark}` },
        timeoutSeconds: 3_600,
      })),
    },
  });
  const params = { path: { automationId } };
  await parley.POST('/automations/{automationId}/publish', { params });
  await parley.POST('/automations/{automationId}/trigger', { params, body: { contactId: contact.id } });
  for (const [index, { reply }] of questions.entries()) {
    await waitUntilAsked(story, automationId, index + 1);
    await write(channelId, { from: contact.phoneNumber ?? '', text: reply });
  }
  const run = await waitForRun(story, automationId);
  const { attributes } = await parley.GET('/contacts/{contactId}', {
    params: { path: { contactId: contact.id } },
  });
  const values = new Map(attributes.map(({ externalId, value }) => [externalId, value]));
  const found = questions.map(({ expect }) => values.get(`${expect}_${mark}`));
  const kept = questions.map(({ value }) => value);
  if (!isDeepStrictEqual(found, kept))
    throw new CommandError(`The run is ${run.status}, and the attributes are ${JSON.stringify(found)}.`);
  tell('attributes', `${kept.join(', ')}, as the contact replied`);
}

const questions = [
  { expect: 'email', type: 'text', reply: 'Ada@Customer.example', value: 'ada@customer.example' },
  { expect: 'phone', type: 'text', reply: '+49 30 1234567', value: '+49301234567' },
  { expect: 'date', type: 'date', reply: '17.11.1988', value: '1988-11-17' },
] as const;
