import { describe, expect, test } from '@jest/globals';
import { addContactLabels, automationDetails, deleteById, getById, labels, newId } from '../src/index.js';
import { refusal, validationErrors } from './refusals.js';
import { startTime } from './test-context.js';
import { createAutomation, createContact, createLabel } from './testkit.js';
import { useWorlds } from './use-worlds.js';

const worlds = useWorlds();
const { database, prisma, own } = worlds;

async function createFreshContact() {
  const contact = await createContact(database, own.tenant.id);
  const a = await createLabel(database, own.tenant.id);
  const b = await createLabel(database, own.tenant.id);
  const events = () => prisma.event.findMany({ where: { contactId: contact.id } });
  const labels = () => prisma.contactLabel.count({ where: { contactId: contact.id } });
  return { contact, a, b, events, labels };
}

describe('add labels to a contact', () => {
  test('adds them, returns the contact with all its labels and records contact.updated', async () => {
    const { contact, a, b, events } = await createFreshContact();
    await addContactLabels(worlds.context(), { contactId: contact.id, labelIds: [a.id] });
    const record = await addContactLabels(worlds.context(), { contactId: contact.id, labelIds: [b.id] });
    expect(record.labels.map(({ id }) => id).sort()).toEqual([a.id, b.id].sort());
    expect(record.updatedAt).toBe(startTime);
    const recorded = await events();
    expect(recorded).toHaveLength(2);
    expect(recorded.map(({ type }) => type)).toEqual(['contact.updated', 'contact.updated']);
    expect(recorded.map(({ data }) => data)).toContainEqual(record);
  });

  test('labels that the contact already has, and duplicates in a request, are accepted; alone they change nothing', async () => {
    const { contact, a, b, events, labels } = await createFreshContact();
    const labelIds = [a.id, a.id.toUpperCase(), a.id];
    await addContactLabels(worlds.context(), { contactId: contact.id, labelIds });
    const again = await addContactLabels(worlds.context(), { contactId: contact.id, labelIds });
    expect(again.labels).toHaveLength(1);
    expect(await events()).toHaveLength(1);
    await addContactLabels(worlds.context(), { contactId: contact.id, labelIds: [a.id, b.id] });
    expect(await labels()).toBe(2);
  });

  test('400 not_found on each unknown, malformed or foreign label, by index; nothing is added', async () => {
    const { contact, a, events, labels } = await createFreshContact();
    const labelIds = [newId(), a.id, worlds.other.label.id, 'not-an-id'];
    await expect(
      addContactLabels(worlds.context(), { contactId: contact.id, labelIds }),
    ).rejects.toMatchObject(
      validationErrors({
        'labels.0.id': 'not_found',
        'labels.2.id': 'not_found',
        'labels.3.id': 'not_found',
      }),
    );
    expect(await labels()).toBe(0);
    expect(await events()).toHaveLength(0);
  });

  test('400 names at most 50 labels', async () => {
    const { contact } = await createFreshContact();
    const labelIds = Array.from({ length: 100 }, newId);
    const attempt = addContactLabels(worlds.context(), { contactId: contact.id, labelIds });
    const error = await attempt.catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'invalid_body_params' });
    expect(Object.keys(Object(error).details.invalidParams)).toHaveLength(50);
  });

  test('404 for an unknown, a malformed and another tenant’s contact, even if the labels are unknown', async () => {
    const { a } = await createFreshContact();
    for (const contactId of [newId(), 'not-an-id', worlds.other.contact.id]) {
      for (const labelIds of [[a.id], [newId()]]) {
        await expect(addContactLabels(worlds.context(), { contactId, labelIds })).rejects.toMatchObject(
          refusal('contact_not_found'),
        );
      }
    }
  });

  test('runs the active automations that wait for a label, once per request, whatever channel they are for', async () => {
    const { contact, a, b } = await createFreshContact();
    const waiting = await createAutomation(database, own.tenant.id, { triggerType: 'label_added' });
    const limited = await createAutomation(database, own.tenant.id, {
      triggerType: 'label_added',
      triggerChannelId: own.channel.id,
    });
    await addContactLabels(worlds.context(), { contactId: contact.id, labelIds: [a.id, b.id] });
    await addContactLabels(worlds.context(), { contactId: contact.id, labelIds: [a.id] });
    const runs = await prisma.automationRun.findMany({ where: { contactId: contact.id } });
    expect(new Set(runs.map(({ automationId }) => automationId))).toEqual(new Set([waiting.id, limited.id]));
    expect(runs).toHaveLength(2);
  });

  test('runs an automation that waits for one label when that one is added, and for no other', async () => {
    const { contact, a, b } = await createFreshContact();
    const waitFor = (labelId: string) =>
      createAutomation(database, own.tenant.id, {
        triggerType: 'label_added',
        triggerParameters: { labelId },
      });
    const waitingForA = await waitFor(a.id);
    const waitingForB = await waitFor(b.id);
    const contactId = contact.id;
    const started = async () => {
      const runs = await prisma.automationRun.findMany({
        where: { contactId, automationId: { in: [waitingForA.id, waitingForB.id] } },
        orderBy: { createdAt: 'asc' },
      });
      return runs.map(({ automationId }) => automationId);
    };
    await addContactLabels(worlds.context(), { contactId, labelIds: [a.id] });
    expect(await started()).toEqual([waitingForA.id]);
    await addContactLabels(worlds.context(), { contactId, labelIds: [a.id.toUpperCase(), b.id] });
    expect((await started()).toSorted()).toEqual([waitingForA.id, waitingForB.id].toSorted());
  });

  test('a trigger whose label was deleted never matches; the automation stays active', async () => {
    const { contact, a, b } = await createFreshContact();
    const automation = await createAutomation(database, own.tenant.id, {
      triggerType: 'label_added',
      triggerParameters: { labelId: a.id },
    });
    await deleteById(worlds.context(), labels, a.id);
    await addContactLabels(worlds.context(), { contactId: contact.id, labelIds: [b.id] });
    expect(await prisma.automationRun.count({ where: { automationId: automation.id } })).toBe(0);
    expect(await getById(worlds.context(), automationDetails, automation.id)).toMatchObject({
      status: 'active',
      activeVersion: { trigger: { type: 'label_added', labelId: a.id } },
    });
  });

  test('the same labels added ten times at once are added once, with one event', async () => {
    const { contact, a, b, events, labels } = await createFreshContact();
    const add = (_: unknown, index: number) =>
      addContactLabels(worlds.context(), {
        contactId: contact.id,
        labelIds: index % 2 === 0 ? [a.id, b.id] : [b.id, a.id],
      });
    await Promise.all(Array.from({ length: 10 }, add));
    expect(await labels()).toBe(2);
    expect(await events()).toHaveLength(1);
  });
});
