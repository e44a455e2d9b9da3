/**
 * Describes a write in one line. The line is the same for the row and for its event, so that thousands of rows and
 * events can be compared.
 */
export const factOf = {
  inbound: (externalId: unknown) => `inbound ${externalId}`,
  label: (contactId: unknown, labelId: unknown) => `label ${labelId} on ${contactId}`,
  status: (chatId: unknown, status: unknown, updatedAt: unknown) =>
    `chat ${chatId} ${status} at ${updatedAt}`,
  message: (messageId: unknown, outcome: 'sent' | 'failed') => `message ${messageId} ${outcome}`,
};

type Data = Readonly<Record<string, unknown>>;

export function readFacts(type: string, data: Data): string[] {
  switch (type) {
    case 'message.received':
      return [factOf.inbound(data.vendorId)];
    case 'contact.updated':
      return listOf(data.labels).map(({ id }) => factOf.label(data.id, id));
    case 'chat.updated':
      return [factOf.status(data.id, data.status, data.updatedAt)];
    case 'message.sent':
      return [factOf.message(data.id, 'sent')];
    case 'message.updated':
      return data.status === 'failed' ? [factOf.message(data.id, 'failed')] : [];
    default:
      return [];
  }
}

function listOf(value: unknown): Data[] {
  return Array.isArray(value) ? value : [];
}
