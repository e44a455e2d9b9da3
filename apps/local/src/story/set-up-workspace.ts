import { isApiError } from '@parley/client';
import type { Story } from './story.js';

/** Creates what the other resources refer to: a channel, a label, a contact with the label, a team and a file. */
export async function setUpWorkspace({ parley, tell, mark }: Story) {
  const workspace = await parley.GET('/workspace');
  tell(
    'workspace',
    `"${workspace.name}" on the plan ${workspace.plan} with ${workspace.features.join(', ')}`,
  );

  const channel = await parley.POST('/channels', {
    body: { type: 'whatsapp', provider: 'sandbox', name: `Shop ${mark}`, quietHours: hoursLater() },
  });
  tell('channel', `"${channel.name}", ${channel.type} by ${channel.provider}`);
  await tellTimes({ parley, tell }, channel.quietHours);

  const label = await parley.POST('/labels', { body: { name: `Regular ${mark}`, color: '#16A34A' } });
  tell('label', `"${label.name}" in ${label.color}`);

  const phoneNumber = `+49151${String(Date.now()).slice(-8)}`;
  const { id: contactId } = await parley.POST('/contacts', {
    body: { firstName: 'Ada', phoneNumber, timeZone: 'Europe/Berlin' },
  });
  const contact = await parley.POST('/contacts/{contactId}/labels', {
    params: { path: { contactId } },
    body: { labels: [{ id: label.id }] },
  });
  tell('contact', `${contact.displayName}, ${contact.phoneNumber}, with the label "${label.name}"`);

  await addAndDeleteAddress({ parley, tell, mark }, contactId);
  await mergeDuplicate({ parley, tell, mark }, contactId);

  const user = await parley.POST('/users', { body: { name: 'Mara Lindt', externalId: `crm-${mark}` } });
  const team = await parley.POST('/teams', { body: { name: `Support ${mark}`, users: [{ id: user.id }] } });
  tell('team', `"${team.name}" with ${team.users.map(({ name }) => name).join(', ')}`);

  const bytes = new TextEncoder().encode(`Everything for autumn, ${mark}\n`);
  const file = await parley.POST('/files', { body: { file: new File([bytes], 'autumn.txt') } });
  const { publicUrl } = await parley.GET('/files/{fileId}/public_url', {
    params: { path: { fileId: file.id } },
  });
  tell('file', `"${file.name}", ${file.size} bytes of ${file.contentType}, public at ${publicUrl}`);

  return { channel, label, contact, user, team, file, publicUrl, bytes };
}

/** Hours that do not begin before the campaign of the story is sent. */
function hoursLater() {
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  return { from: hour(2), to: hour(3), timeZone: 'UTC' };
}

/** Sends the time zone of the workspace back as it was read, which changes nothing. */
async function tellTimes(
  { parley, tell }: Pick<Story, 'parley' | 'tell'>,
  quietHours: { from: string; to: string } | null,
): Promise<void> {
  const { timeZone } = await parley.GET('/workspace');
  const updated = await parley.PUT('/workspace', { body: { timeZone } });
  tell('time zone', `${updated.timeZone}; no campaigns from ${quietHours?.from} to ${quietHours?.to} UTC`);
}

async function addAndDeleteAddress(
  { parley, tell, mark }: Pick<Story, 'parley' | 'tell' | 'mark'>,
  contactId: string,
): Promise<void> {
  const handle = await parley.POST('/contacts/{contactId}/handles', {
    params: { path: { contactId } },
    body: { type: 'email', value: `Ada.${mark}@customer.example` },
  });
  const { deletedIds } = await parley.DELETE('/contacts/{contactId}/handles/{handleId}', {
    params: { path: { contactId, handleId: handle.id } },
  });
  tell('address', `${handle.value}, added and ${deletedIds.length === 1 ? 'deleted' : 'not deleted'}`);
}

async function mergeDuplicate(
  { parley, tell, mark }: Pick<Story, 'parley' | 'tell' | 'mark'>,
  contactId: string,
): Promise<void> {
  const email = `ada.berg.${mark}@customer.example`;
  const duplicate = await parley.POST('/contacts', { body: { firstName: 'A.', lastName: 'Berg', email } });
  const contact = await parley.POST('/contacts/{contactId}/merge', {
    params: { path: { contactId } },
    body: { contactId: duplicate.id },
  });
  const params = { path: { contactId: duplicate.id } };
  const { error } = await parley.raw.GET('/contacts/{contactId}', { params });
  const successor = isApiError(error, 'contact_not_found') ? error.mergedInto : undefined;
  const isNamed = successor === contactId ? 'names it' : 'does not name it';
  tell(
    'merge',
    `${duplicate.displayName} is ${contact.displayName} with ${contact.email}; the old id ${isNamed}`,
  );
}

export type Workspace = Awaited<ReturnType<typeof setUpWorkspace>>;
