import type { Story } from './story.js';

/** The things that others refer to: a channel, a label, a contact that wears it, and a file. */
export async function setUpWorkspace({ api, tell, mark }: Story) {
  const workspace = await api.call('getWorkspace');
  tell(
    'workspace',
    `"${workspace.name}" on the plan ${workspace.plan} with ${workspace.features.join(', ')}`,
  );

  const channel = await api.call('createChannel', {
    body: { type: 'whatsapp', provider: 'sandbox', name: `Shop ${mark}` },
  });
  tell('channel', `"${channel.name}", ${channel.type} by ${channel.provider}`);

  const label = await api.call('createLabel', { body: { name: `Regular ${mark}`, color: '#16A34A' } });
  tell('label', `"${label.name}" in ${label.color}`);

  const phoneNumber = `+49151${String(Date.now()).slice(-8)}`;
  const { id: contactId } = await api.call('createContact', { body: { firstName: 'Ada', phoneNumber } });
  const contact = await api.call('addContactLabels', {
    params: { contactId },
    body: { labels: [{ id: label.id }] },
  });
  tell('contact', `${contact.displayName}, ${contact.phoneNumber}, with the label "${label.name}"`);

  const bytes = new TextEncoder().encode(`Everything for autumn, ${mark}\n`);
  const file = await api.upload(new File([bytes], 'autumn.txt'));
  const { publicUrl } = await api.call('getFilePublicUrl', { params: { fileId: file.id } });
  tell('file', `"${file.name}", ${file.size} bytes of ${file.contentType}, for everybody at ${publicUrl}`);

  return { channel, label, contact, file, publicUrl, bytes };
}

export type Workspace = Awaited<ReturnType<typeof setUpWorkspace>>;
