import { describe, expect, test } from '@jest/globals';
import type { ImportEntry } from '../../src/contacts/import/plan-import.js';
import { createCampaign } from '../../src/index.js';
import { validationErrors } from '../refusals.js';
import { createContext, startTime } from '../test-context.js';
import {
  createAutomation,
  createChannel,
  createContact,
  createHandle,
  createLabel,
  createTenant,
  createWebhook,
} from '../testkit.js';
import { newPhoneNumber, useCampaigns } from './use-campaigns.js';

const { worlds, tenantId, base, create, recipientsOf, importing } = useCampaigns();
const { database } = worlds;

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
    const events = await database.prisma.event.findMany({
      where: { contactId: contact?.id ?? '' },
      orderBy: { id: 'asc' },
    });
    expect(events).toMatchObject([
      { type: 'contact.created', data: { ...contact } },
      { type: 'contact.updated', data: { ...contact } },
    ]);
  });

  test('are matched by phone number, then by email, and only within the tenant', async () => {
    const { other } = worlds;
    const byPhone = await createContact(database, tenantId());
    const byMail = await createContact(database, tenantId());
    await createHandle(database, tenantId(), { contactId: byMail.id, value: 'mail@example.com' });
    const [first] = await importing({ phoneNumber: byPhone.phoneNumber, email: 'mail@example.com' });
    expect(first?.id).toBe(byPhone.id);
    const [second] = await importing({ phoneNumber: newPhoneNumber(), email: 'MAIL@example.com' });
    expect(second?.id).toBe(byMail.id);
    const [third] = await importing({ phoneNumber: other.contact.phoneNumber });
    expect([byPhone.id, byMail.id, other.contact.id]).not.toContain(third?.id);
  });

  test('have at most 100 addresses, whether they are known or new; nothing is stored beyond', async () => {
    const known = await createContact(database, tenantId());
    for (const phoneNumber of [known.phoneNumber, newPhoneNumber()]) {
      const entries = Array.from({ length: 100 }, (_, index) => ({
        phoneNumber,
        email: `address${index}.of${phoneNumber?.slice(1)}@example.com`,
      }));
      const other = { phoneNumber: newPhoneNumber() };
      await expect(importing(other, ...entries)).rejects.toMatchObject(
        validationErrors({ 'contacts.1': 'too_big' }),
      );
      const where = { tenantId: tenantId(), value: { in: entries.map(({ email }) => email) } };
      expect(await database.prisma.handle.count({ where })).toBe(0);
      const [contact] = await importing(...entries.slice(1));
      expect(contact?.handles).toHaveLength(100);
    }
  });

  test('known contacts keep their names, and get missing values and new addresses as further handles', async () => {
    const known = await createContact(database, tenantId(), { firstName: 'Ada', lastName: null });
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

  test('a contact that is known by its email gets its first phone number, and the reverse', async () => {
    const email = 'first.number@example.com';
    await importing({ email });
    const phoneNumber = newPhoneNumber();
    expect(await importing({ email, phoneNumber })).toMatchObject([{ email, phoneNumber }]);
    const number = newPhoneNumber();
    await importing({ phoneNumber: number });
    const added = 'first.email@example.com';
    expect(await importing({ phoneNumber: number, email: added })).toMatchObject([
      { phoneNumber: number, email: added },
    ]);
  });

  test('known contacts without new values do not change, and no event is emitted', async () => {
    const entry = {
      firstName: 'Ada',
      phoneNumber: newPhoneNumber(),
      attributes: [{ externalId: 'city', value: 'Berlin' }],
      labels: [{ name: 'Same' }],
    };
    const [first] = await importing(entry);
    const [second] = await importing({ ...entry, firstName: 'Else' });
    expect(second).toEqual(first);
    expect(await database.prisma.event.count({ where: { contactId: first?.id ?? '' } })).toBe(2);
    const [third] = await importing({ ...entry, attributes: [{ externalId: 'city', value: 'Bonn' }] });
    expect(third?.attributes).toMatchObject([{ value: 'Bonn' }]);
    expect(await database.prisma.event.count({ where: { contactId: first?.id ?? '' } })).toBe(3);
  });

  test('emit events for the feed even when no webhook subscribes, and no deliveries', async () => {
    const quiet = (await createTenant(database)).id;
    const channel = await createChannel(database, quiet);
    const automation = await createAutomation(database, quiet);
    await createWebhook(database, quiet, {
      events: [{ type: 'chat.updated' }, { channelIds: [channel.id] }],
    });
    await createWebhook(database, quiet, { status: 'inactive' });
    const target = { ...base(), channelId: channel.id, automationId: automation.id };
    await createCampaign(createContext(database, quiet), {
      ...target,
      contacts: [{ phoneNumber: newPhoneNumber() }],
    });
    const events = await database.prisma.event.findMany({
      where: { tenantId: quiet },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ type }) => type)).toEqual(['contact.created', 'contact.updated']);
    expect(await database.prisma.delivery.count({ where: { tenantId: quiet } })).toBe(0);
  });

  test('several entries of one person are one recipient, even when only a chain of addresses connects them', async () => {
    const phoneNumber = newPhoneNumber();
    const found = await importing(
      { phoneNumber, email: 'chain@example.com', labels: [{ name: 'One' }] },
      { email: 'Chain@example.com', firstName: 'Ada' },
      { phoneNumber: phoneNumber.replace('+49', '+49 '), firstName: 'Late', labels: [{ name: 'Two' }] },
    );
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ firstName: 'Ada', labels: [{ name: 'One' }, { name: 'Two' }] });
  });

  test('need a valid address each; otherwise the campaign is refused', async () => {
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

  test('use an existing label of the same name', async () => {
    const label = await createLabel(database, tenantId(), { name: 'Existing' });
    const [contact] = await importing({ phoneNumber: newPhoneNumber(), labels: [{ name: 'Existing' }] });
    expect(contact?.labels).toEqual([{ id: label.id, name: 'Existing', color: label.color }]);
  });

  test('start no automations', async () => {
    const automation = await createAutomation(database, tenantId(), { triggerType: 'label_added' });
    await importing({ phoneNumber: newPhoneNumber(), labels: [{ name: 'Quiet' }] });
    expect(await database.prisma.automationRun.count({ where: { automationId: automation.id } })).toBe(0);
  });

  test('that eight concurrent campaigns name are created once, in any order, with each label once', async () => {
    const known = await createContact(database, tenantId());
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
    expect(
      await database.prisma.label.count({ where: { tenantId: tenantId(), name: { startsWith: 'Race' } } }),
    ).toBe(5);
    const orphans = await database.prisma.contact.count({
      where: { tenantId: tenantId(), email: { startsWith: 'race' }, handles: { none: {} } },
    });
    expect(orphans).toBe(0);
  });
});
