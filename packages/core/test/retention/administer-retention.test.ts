import { describe, expect, test } from '@jest/globals';
import { AdministrationError, createTenant, getWorkspace } from '../../src/index.js';
import { defaultRetention } from '../../src/plans/retention.js';
import { getRetention, setRetention } from '../../src/tenants/administer-retention.js';
import { createContext } from '../test-context.js';
import { useWorlds } from '../use-worlds.js';

const { database } = useWorlds();

const create = (slug: string) => createTenant(database, { slug, name: slug, plan: 'pro' });
const set = (tenant: string | undefined, kind: string, days: number | null | undefined) =>
  setRetention(database, { tenant, kind, days });

describe('retention', () => {
  test('is that of the plan, until the operator sets a number for all tenants or for this tenant', async () => {
    const [own, other] = [await create('own-days'), await create('other-days')];
    const shown = async (id: string) => (await getWorkspace(createContext(database, id))).retention;
    expect(await shown(own.id)).toEqual(defaultRetention);
    await set(undefined, 'events', 60);
    await set('own-days', 'events', 7);
    await set('own-days', 'messages', 365);
    expect(await shown(own.id)).toEqual({ ...defaultRetention, events: 7, messages: 365 });
    expect(await shown(other.id)).toEqual({ ...defaultRetention, events: 60 });
    await set('own-days', 'automationRuns', null);
    expect(await set('own-days', 'events', undefined)).toEqual({
      ...defaultRetention,
      events: 60,
      messages: 365,
      automationRuns: null,
    });
    expect(await set(undefined, 'events', undefined)).toEqual(defaultRetention);
    expect(await getRetention(database, other.id)).toEqual(defaultRetention);
  });

  test('has bounds that are allowed themselves', async () => {
    await create('at-bounds');
    expect(await set('at-bounds', 'events', 1)).toMatchObject({ events: 1 });
    expect(await set('at-bounds', 'events', 400)).toMatchObject({ events: 400 });
  });

  test('is refused with one sentence if it is outside its bounds, and nothing changes', async () => {
    await create('bounded');
    const refused = async (kind: string, days: number | null, message: string) =>
      expect(set('bounded', kind, days)).rejects.toThrow(new AdministrationError(message));
    await refused('events', 0, 'The number of days for events must be a whole number from 1 to 400.');
    await refused('events', 401, 'The number of days for events must be a whole number from 1 to 400.');
    await refused('events', null, 'The events cannot be kept forever.');
    await refused('messages', 1.5, 'The number of days for messages must be a whole number from 1 to 36500.');
    await refused(
      'idempotencyKeys',
      31,
      'The number of days for idempotencyKeys must be a whole number from 1 to 30.',
    );
    await refused('deadJobs', 9, 'The number of days for deadJobs can only be set for all tenants together.');
    await expect(set('bounded', 'chats', 5)).rejects.toThrow(
      /^Unknown kind of data "chats"\. The kinds are: events, /,
    );
    await expect(set('nobody', 'events', 5)).rejects.toThrow('There is no tenant "nobody".');
    expect(await getRetention(database, 'bounded')).toEqual(defaultRetention);
  });
});
