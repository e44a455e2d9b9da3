import type { components } from '@parley/contract/v3';
import { expectStatus } from '@parley/testkit';
import type { RenewableWorld } from '../../support/use-stage.js';

export type Item = components['schemas']['ContactUpsertItem'];

export function upsertCalls(world: RenewableWorld) {
  async function upsert(contacts: Item[]) {
    return expectStatus(await world.v3.call('upsertContacts', { body: { contacts } }), 200).body.data;
  }

  async function read(contactId: string | null) {
    const params = { contactId: contactId ?? '' };
    return expectStatus(await world.v3.call('getContact', { params }), 200).body.data;
  }

  return { upsert, read };
}
