/** What an event tells of a write, in one line each, so that thousands can be looked up in a set. */
export const tellsOf = {
  inbound: (externalId: unknown) => `inbound ${externalId}`,
  label: (contactId: unknown, labelId: unknown) => `label ${labelId} on ${contactId}`,
  status: (chatId: unknown, status: unknown, updatedAt: unknown) => `${chatId} ${status} at ${updatedAt}`,
  campaign: (name: unknown) => `campaign ${name}`,
};

type Data = Readonly<Record<string, unknown>>;

export function readTells(type: string, data: Data): string[] {
  switch (type) {
    case 'message.received':
      return [tellsOf.inbound(data.vendorId)];
    case 'contact.updated':
      return listOf(data.labels).map(({ id }) => tellsOf.label(data.id, id));
    case 'chat.updated':
      return [tellsOf.status(data.id, data.status, data.updatedAt)];
    case 'message.sent':
      // The text ends with the name of the campaign.
      return [tellsOf.campaign(String(data.text).split(' ').at(-1))];
    default:
      return [];
  }
}

function listOf(value: unknown): Data[] {
  return Array.isArray(value) ? value : [];
}
