import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ImportEntry } from '../../src/contacts/import/plan-import.js';
import {
  contacts,
  createCampaign,
  getById,
  listChannelCampaigns,
  type NewCampaign,
  newId,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { refusal, validationErrors } from '../refusals.js';
import { createContext, startTime, type TestContext, withKey } from '../test-context.js';
import {
  createAttribute,
  createAutomation,
  createChannel,
  createContact,
  createHandle,
  createLabel,
  createMessageTemplate,
  createTenant,
  createWebhook,
} from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

let tenantId: string;
let base: NewCampaign;

beforeAll(async () => {
  const { database } = worlds;
  tenantId = (await createTenant(database)).id;
  const channel = await createChannel(database, tenantId);
  const automation = await createAutomation(database, tenantId);
  await createWebhook(database, tenantId, { events: [{ type: 'contact.updated' }] });
  await createAttribute(database, tenantId, { externalId: 'city' });
  await createAttribute(database, tenantId, { externalId: 'age', type: 'number' });
  base = { channelId: channel.id, name: 'Offer', automationId: automation.id };
});

function context(): TestContext {
  return createContext(worlds.database, tenantId);
}

function create(values: Partial<NewCampaign> = {}) {
  return createCampaign(context(), { ...base, ...values });
}

/** The contacts that a campaign goes to, as they are now. */
async function recipientsOf(campaignId: string) {
  const rows = await worlds.database.prisma.campaignRecipient.findMany({ where: { campaignId } });
  return Promise.all(rows.map(({ contactId }) => getById(context(), contacts, contactId)));
}

async function importing(...entries: ImportEntry[]) {
  const { id } = await create({ contacts: entries });
  return recipientsOf(id);
}

let lastNumber = 0;
function newPhoneNumber(): string {
  lastNumber += 1;
  return `+4930${String(lastNumber).padStart(7, '0')}`;
}

describe('create a campaign', () => {
  test('without a schedule it is due now, with a job for the worker', async () => {
    const variables = [{ name: 'discount', value: '10 %' }];
    const campaign = await create({ variables });
    expect(campaign).toEqual({
      id: campaign.id,
      name: 'Offer',
      failureReason: null,
      channelId: base.channelId,
      automationId: base.automationId,
      messageTemplateId: null,
      mediaFileId: null,
      status: 'scheduled',
      isScheduled: false,
      scheduledAt: null,
      isRecurring: false,
      recurrenceRules: [],
      variables,
      nextOccurrenceAt: startTime,
      createdAt: startTime,
      updatedAt: startTime,
      totals: expect.objectContaining({ recipients: 0, pending: 0 }),
    });
    expect(await findJobs(worlds.database, 'start-campaign', campaign.id)).toMatchObject([
      { payload: { tenantId, campaignId: campaign.id }, runAt: new Date(startTime) },
    ]);
    expect(await recipientsOf(campaign.id)).toEqual([]);
  });

  test('with a schedule it is due then, with rules it recurs from then on', async () => {
    const { id: messageTemplateId } = await createMessageTemplate(worlds.database, tenantId);
    const steps = [{ type: 'send_template', messageTemplateId }];
    const { id: automationId } = await createAutomation(worlds.database, tenantId, { steps });
    const campaign = await create({
      automationId,
      isScheduled: true,
      scheduledAt: '2026-12-01T09:00:00+01:00',
      isRecurring: true,
      recurrenceRules: ['FREQ=WEEKLY;COUNT=4'],
      messageTemplateId,
    });
    const scheduledAt = '2026-12-01T08:00:00.000Z';
    expect(campaign).toMatchObject({
      isScheduled: true,
      scheduledAt,
      nextOccurrenceAt: scheduledAt,
      isRecurring: true,
      recurrenceRules: ['FREQ=WEEKLY;COUNT=4'],
      messageTemplateId,
    });
    const [job] = await findJobs(worlds.database, 'start-campaign', campaign.id);
    expect(job?.runAt).toEqual(new Date(scheduledAt));
  });

  test('a date or rules without the flag are meant', async () => {
    const scheduledAt = '2026-12-01T09:00:00.000Z';
    expect(await create({ scheduledAt })).toMatchObject({ isScheduled: true, nextOccurrenceAt: scheduledAt });
    expect(await create({ recurrenceRules: ['FREQ=DAILY'] })).toMatchObject({ isRecurring: true });
    expect(await create({ isScheduled: false, isRecurring: false, recurrenceRules: [] })).toMatchObject({
      isScheduled: false,
      isRecurring: false,
    });
  });

  test('a flag that is off wins over a date or rules, which are not kept', async () => {
    const off = { isScheduled: false, isRecurring: false };
    const sentAlong = { scheduledAt: '2026-12-01T09:00:00.000Z', recurrenceRules: ['FREQ=DAILY'] };
    expect(await create({ ...off, ...sentAlong })).toMatchObject({
      ...off,
      scheduledAt: null,
      recurrenceRules: [],
      nextOccurrenceAt: startTime,
    });
  });

  test('409 when the automation is not active, unless it is a draft', async () => {
    const { id: automationId } = await createAutomation(worlds.database, tenantId, { status: 'inactive' });
    await expect(create({ automationId })).rejects.toMatchObject(refusal('automation_not_active'));
    await expect(create({ automationId, isDraft: true })).resolves.toMatchObject({ status: 'draft' });
  });

  test('400 on every error at once: missing date and rules, wrong rules, unknown attributes, unfit values', async () => {
    const attributes = [
      { externalId: 'city', value: 'Berlin' },
      { externalId: 'unknown', value: 'x' },
      { externalId: 'age', value: 'old' },
    ];
    await expect(
      create({
        isScheduled: true,
        isRecurring: true,
        contacts: [{}, { attributes, email: 'ada@example.com' }],
      }),
    ).rejects.toMatchObject(
      validationErrors({
        scheduledAt: 'invalid_type',
        recurrenceRules: 'invalid_type',
        'contacts.0': 'invalid_type',
        'contacts.1.attributes.1.externalId': 'not_found',
        'contacts.1.attributes.2.value': 'invalid_string',
      }),
    );
    await expect(create({ isRecurring: true, recurrenceRules: [] })).rejects.toMatchObject(
      validationErrors({ recurrenceRules: 'too_small' }),
    );
    await expect(create({ recurrenceRules: ['FREQ=DAILY', 'often'] })).rejects.toMatchObject(
      validationErrors({ 'recurrenceRules.1': 'invalid_string' }),
    );
  });

  test('400 for another tenant’s attribute, names at most 50, and nothing is written', async () => {
    const { database, other } = worlds;
    const attributes = [{ externalId: other.attribute.externalId, value: 'x' }];
    const phoneNumber = newPhoneNumber();
    const entries = Array.from({ length: 60 }, () => ({
      phoneNumber,
      attributes,
      labels: [{ name: 'Unmade' }],
    }));
    const failure: unknown = await create({ contacts: entries }).catch((error: unknown) => error);
    expect(failure).toMatchObject(refusal('invalid_body_params'));
    expect(Object.keys(Object(failure).details.invalidParams)).toHaveLength(50);
    expect(await database.prisma.handle.count({ where: { value: phoneNumber } })).toBe(0);
    expect(await database.prisma.label.count({ where: { name: 'Unmade' } })).toBe(0);
  });

  test('404 for channel, automation and template in this order; unknown, malformed or another tenant’s', async () => {
    const { other } = worlds;
    const wrong = (id: string) => [newId(), 'x', id];
    for (const channelId of wrong(other.channel.id)) {
      await expect(create({ channelId, automationId: newId() })).rejects.toMatchObject(
        refusal('channel_not_found'),
      );
    }
    for (const automationId of wrong(other.automation.id)) {
      const attempt = create({ automationId, messageTemplateId: newId() });
      await expect(attempt).rejects.toMatchObject(refusal('automation_not_found'));
    }
    for (const messageTemplateId of wrong(other.messageTemplate.id)) {
      const attempt = create({ messageTemplateId, contacts: [{ phoneNumber: newPhoneNumber() }] });
      await expect(attempt).rejects.toMatchObject(refusal('message_template_not_found'));
    }
  });

  test('400 for the request itself comes before 404', async () => {
    await expect(create({ channelId: newId(), isScheduled: true })).rejects.toMatchObject(
      validationErrors({ scheduledAt: 'invalid_type' }),
    );
  });

  test('is created once for an idempotency key, with its contacts', async () => {
    const campaign = { ...base, contacts: [{ email: 'one@example.com' }, { email: 'two@example.com' }] };
    const attempt = () => createCampaign(withKey(context(), { key: 'campaign' }), campaign);
    const first = await attempt();
    expect(await attempt()).toEqual(first);
    expect(await recipientsOf(first.id)).toHaveLength(2);
  });
});

describe('the contacts of a campaign', () => {
  test('are created with names, handles, attributes and labels, and emit events', async () => {
    const phoneNumber = newPhoneNumber();
    const [contact, ...others] = await importing({
      firstName: 'Ada',
      lastName: 'Berg',
      phoneNumber: ` ${phoneNumber.slice(0, 3)} (30) ${phoneNumber.slice(5, 8)}-${phoneNumber.slice(8)}`,
      email: ' Ada.Berg@Example.com ',
      attributes: [
        { externalId: 'city', value: 'Bonn' },
        { externalId: 'city', value: 'Berlin' },
        { externalId: 'age', value: '42' },
      ],
      labels: [{ name: 'New label' }, { name: 'New label' }],
    });
    expect(others).toEqual([]);
    expect(contact).toMatchObject({
      fullName: 'Ada Berg',
      phoneNumber,
      email: 'ada.berg@example.com',
      isSubscribed: true,
      attributes: [
        { externalId: 'age', value: '42' },
        { externalId: 'city', value: 'Berlin' },
      ],
      labels: [{ name: 'New label', color: expect.stringMatching(/^#[0-9A-F]{6}$/) }],
      createdAt: startTime,
    });
    expect(contact?.handles).toHaveLength(2);
    expect(contact?.handles.every(({ isPrimary }) => isPrimary)).toBe(true);
    const events = await worlds.database.prisma.event.findMany({ where: { contactId: contact?.id ?? '' } });
    expect(events).toMatchObject([{ type: 'contact.updated', data: { ...contact } }]);
  });

  test('are matched by phone number, then by email, and only within the tenant', async () => {
    const { database, other } = worlds;
    const byPhone = await createContact(database, tenantId);
    const byMail = await createContact(database, tenantId);
    await createHandle(database, tenantId, { contactId: byMail.id, value: 'mail@example.com' });
    const [first] = await importing({ phoneNumber: byPhone.phoneNumber, email: 'mail@example.com' });
    expect(first?.id).toBe(byPhone.id);
    const [second] = await importing({ phoneNumber: newPhoneNumber(), email: 'MAIL@example.com' });
    expect(second?.id).toBe(byMail.id);
    const [third] = await importing({ phoneNumber: other.contact.phoneNumber });
    expect([byPhone.id, byMail.id, other.contact.id]).not.toContain(third?.id);
  });

  test('known ones keep their names, get missing values, and a new address as a further handle', async () => {
    const { database } = worlds;
    const known = await createContact(database, tenantId, { firstName: 'Ada', lastName: null });
    const email = 'further@example.com';
    const [contact] = await importing({
      firstName: 'Other',
      lastName: 'Berg',
      phoneNumber: known.phoneNumber,
      email,
    });
    expect(contact).toMatchObject({
      id: known.id,
      firstName: 'Ada',
      lastName: 'Berg',
      email,
      updatedAt: startTime,
    });
    expect(contact?.handles.map(({ value, isPrimary }) => [value, isPrimary]).sort()).toEqual([
      [known.phoneNumber, true],
      [email, true],
    ]);
    const [again] = await importing({ email, phoneNumber: newPhoneNumber() });
    expect(again).toMatchObject({ id: known.id, phoneNumber: known.phoneNumber });
    const phones = again?.handles.filter(({ type }) => type === 'phone_number') ?? [];
    expect(phones.filter(({ isPrimary }) => isPrimary).map(({ value }) => value)).toEqual([
      known.phoneNumber,
    ]);
    expect(phones).toHaveLength(2);
  });

  test('known ones without new values stay untouched, and no event is emitted', async () => {
    const { database } = worlds;
    const entry = {
      firstName: 'Ada',
      phoneNumber: newPhoneNumber(),
      attributes: [{ externalId: 'city', value: 'Berlin' }],
      labels: [{ name: 'Same' }],
    };
    const [first] = await importing(entry);
    const [second] = await importing({ ...entry, firstName: 'Else' });
    expect(second).toEqual(first);
    expect(await database.prisma.event.count({ where: { contactId: first?.id ?? '' } })).toBe(1);
    const [third] = await importing({ ...entry, attributes: [{ externalId: 'city', value: 'Bonn' }] });
    expect(third?.attributes).toMatchObject([{ value: 'Bonn' }]);
    expect(await database.prisma.event.count({ where: { contactId: first?.id ?? '' } })).toBe(2);
  });

  test('emit events only when a webhook subscribes on every channel', async () => {
    const { database } = worlds;
    const quiet = (await createTenant(database)).id;
    const channel = await createChannel(database, quiet);
    const automation = await createAutomation(database, quiet);
    await createWebhook(database, quiet, {
      events: [{ type: 'chat.updated' }, { channelIds: [channel.id] }],
    });
    await createWebhook(database, quiet, { status: 'inactive' });
    const target = { ...base, channelId: channel.id, automationId: automation.id };
    await createCampaign(createContext(database, quiet), {
      ...target,
      contacts: [{ phoneNumber: newPhoneNumber() }],
    });
    expect(await database.prisma.event.count({ where: { tenantId: quiet } })).toBe(0);
  });

  test('several entries of one person are one recipient, also when only a chain of addresses shows it', async () => {
    const phoneNumber = newPhoneNumber();
    const found = await importing(
      { phoneNumber, email: 'chain@example.com', labels: [{ name: 'One' }] },
      { email: 'Chain@example.com', firstName: 'Ada' },
      { phoneNumber: phoneNumber.replace('+49', '+49 '), firstName: 'Late', labels: [{ name: 'Two' }] },
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ firstName: 'Ada', labels: [{ name: 'One' }, { name: 'Two' }] });
  });

  test('need an address each; without one, or with one that is none, the campaign is refused', async () => {
    const contacts = [
      {},
      { firstName: 'Ada' },
      { phoneNumber: ' ', email: '', firstName: null },
      { phoneNumber: 'call me', email: 'ada@example.com' },
      { phoneNumber: newPhoneNumber(), email: 'nowhere' },
      { phoneNumber: ' ', email: ' ada@example.com ' },
    ];
    const refused = validationErrors({
      'contacts.0': 'invalid_type',
      'contacts.1': 'invalid_type',
      'contacts.2': 'invalid_type',
      'contacts.3.phoneNumber': 'invalid_string',
      'contacts.4.email': 'invalid_string',
    });
    await expect(create({ contacts })).rejects.toMatchObject(refused);
  });

  test('use the label of that name when there is one', async () => {
    const label = await createLabel(worlds.database, tenantId, { name: 'Existing' });
    const [contact] = await importing({ phoneNumber: newPhoneNumber(), labels: [{ name: 'Existing' }] });
    expect(contact?.labels).toEqual([{ id: label.id, name: 'Existing', color: label.color }]);
  });

  test('start no automations', async () => {
    const { database } = worlds;
    const automation = await createAutomation(database, tenantId, { triggerType: 'label_added' });
    await importing({ phoneNumber: newPhoneNumber(), labels: [{ name: 'Quiet' }] });
    expect(await database.prisma.automationRun.count({ where: { automationId: automation.id } })).toBe(0);
  });

  test('named by eight campaigns at once exist once, in any order, with each label once', async () => {
    const { database } = worlds;
    const known = await createContact(database, tenantId);
    const entries: ImportEntry[] = Array.from({ length: 30 }, (_, index) => ({
      phoneNumber: index === 0 ? known.phoneNumber : newPhoneNumber(),
      email: `race${index}@example.com`,
      attributes: [{ externalId: 'city', value: 'Berlin' }],
      labels: [{ name: `Race ${index % 5}` }],
    }));
    const attempt = (_: unknown, index: number) =>
      create({ contacts: index % 2 === 0 ? entries : entries.toReversed() });
    const campaigns = await Promise.all(Array.from({ length: 8 }, attempt));
    const people = await Promise.all(
      campaigns.map(async ({ id }) => (await recipientsOf(id)).map((contact) => contact.id).sort()),
    );
    expect(new Set(people.map((ids) => ids.join())).size).toBe(1);
    expect(people[0]).toHaveLength(30);
    expect(await database.prisma.label.count({ where: { tenantId, name: { startsWith: 'Race' } } })).toBe(5);
    const orphans = await database.prisma.contact.count({
      where: { tenantId, email: { startsWith: 'race' }, handles: { none: {} } },
    });
    expect(orphans).toBe(0);
  });
});

describe('the size of a campaign', () => {
  test('5,000 contacts take as many statements as 5', async () => {
    const counts = [];
    for (const size of [5, 5_000]) {
      const entries = Array.from({ length: size }, (_, index) => ({
        phoneNumber: newPhoneNumber(),
        email: `bulk${size}-${index}@example.com`,
        firstName: 'Ada',
        attributes: [{ externalId: 'city', value: 'Berlin' }],
        labels: [{ name: `Bulk ${index % 10}` }, { name: `Size ${size}` }],
      }));
      const counted = countStatements(context());
      const { id } = await createCampaign(counted.context, { ...base, contacts: entries });
      counts.push(counted.count());
      expect(await worlds.database.prisma.campaignRecipient.count({ where: { campaignId: id } })).toBe(size);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeGreaterThan(5);
    expect(counts[0]).toBeLessThanOrEqual(20);
  });
});

/** Counts what goes over the one connection that a transaction uses. */
function countStatements(original: TestContext) {
  let count = 0;
  const { database } = original;
  const pool = Object.create(database.pool, {
    query: { value: database.pool.query.bind(database.pool) },
    connect: {
      value: async () => {
        const client = await database.pool.connect();
        return Object.create(client, {
          query: {
            value: (...values: Parameters<typeof client.query>) => {
              count += 1;
              return client.query(...values);
            },
          },
          release: { value: (error?: Error) => client.release(error) },
        });
      },
    },
  });
  const counted = { ...database, pool };
  return { context: { ...original, database: counted }, count: () => count };
}

describe('list the campaigns of a channel', () => {
  test('returns all of the channel, newest first; 404 for unknown, malformed and another tenant’s', async () => {
    const channel = await createChannel(worlds.database, tenantId);
    const clocked = context();
    const older = await createCampaign(clocked, { ...base, channelId: channel.id });
    clocked.clock.advance(1);
    const newer = await createCampaign(clocked, { ...base, channelId: channel.id });
    const listed = [newer, older].map(({ totals: _totals, failureReason: _reason, ...campaign }) => campaign);
    expect(await listChannelCampaigns(context(), channel.id)).toEqual(listed);
    const empty = await createChannel(worlds.database, tenantId);
    expect(await listChannelCampaigns(context(), empty.id)).toEqual([]);
    for (const channelId of [newId(), 'x', worlds.other.channel.id]) {
      await expect(listChannelCampaigns(context(), channelId)).rejects.toMatchObject(
        refusal('channel_not_found'),
      );
    }
  });
});
