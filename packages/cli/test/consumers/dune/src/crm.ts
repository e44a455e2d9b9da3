import { type Chat, type Contact, createClient, type ParleyClient } from '@parley/client';

/** A CRM: wraps the client in a class, and passes resources on as parameters. */
export class Crm {
  private readonly client: ParleyClient;

  constructor(client: ParleyClient) {
    this.client = client;
  }

  readContact(contactId: string): Promise<Contact> {
    return this.client.GET('/contacts/{contactId}', { params: { path: { contactId } } });
  }

  async rename(contactId: string, firstName: string): Promise<void> {
    const body = { firstName, lastName: null, metadata: { source: 'crm' } };
    await this.client.PUT('/contacts/{contactId}', { params: { path: { contactId } }, body });
  }
}

export async function run(): Promise<string[]> {
  const crm = new Crm(createClient({ baseUrl: 'http://localhost:3000', token: 'token' }));
  const contact = await crm.readContact('1');
  const {
    email,
    handles: [primary],
  } = contact;
  return [email ?? '', primary?.value ?? '', ...contact.labels.map(({ name }) => name)];
}

const rows: Chat[] = [];
export function render(): string[] {
  return rows.map((row) => `${row.unreadCount} ${row.contact.fullName}`);
}
