/** What an event tells of a write, in one line each, so that thousands can be looked up. */
export const tellsOf = {
  inbound: (externalId: unknown) => `inbound ${externalId}`,
  label: (contactId: unknown, labelId: unknown) => `label ${labelId} on ${contactId}`,
  status: (chatId: unknown, status: unknown, updatedAt: unknown) =>
    `chat ${chatId} ${status} at ${updatedAt}`,
  message: (messageId: unknown, outcome: 'sent' | 'failed') => `message ${messageId} ${outcome}`,
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
      return [tellsOf.message(data.id, 'sent')];
    case 'message.updated':
      return data.status === 'failed' ? [tellsOf.message(data.id, 'failed')] : [];
    default:
      return [];
  }
}

function listOf(value: unknown): Data[] {
  return Array.isArray(value) ? value : [];
}
