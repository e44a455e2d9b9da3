import { describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import {
  createContact,
  createLabel,
  createTenant,
  createToken,
  expectStatus,
  putLabelOnContact,
} from '@parley/testkit';
import { errorKeys, invalid } from '../../support/failures.js';
import { findEvents } from '../../support/find-events.js';
import { type Stage, startTime } from '../../support/start-stage.js';

export function describeLabels(stage: Stage): void {
  type Schemas = components['schemas'];

  async function create(body: Schemas['LabelCreate']): Promise<Schemas['Label']> {
    return expectStatus(await stage.v3.call('createLabel', { body }), 200).body.data;
  }

  const taken = { name: { key: 'not_unique', message: 'Another label has this name' } };

  describe('createLabel 200', () => {
    it('stores the name, and the colour in upper case', async () => {
      const label = await create({ name: 'VIP ☎️', color: '#0ea5e9' });
      expect(label).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        name: 'VIP ☎️',
        color: '#0EA5E9',
      });
      const { body } = expectStatus(await stage.v3.call('getLabel', { params: { labelId: label.id } }), 200);
      expect(body.data).toEqual(label);
    });

    it('has the colour of imported labels by default', async () => {
      expect((await create({ name: 'Plain' })).color).toBe('#64748B');
    });

    it('accepts the same name in two tenants, and in upper and lower case', async () => {
      await create({ name: stage.other.label.name });
      await create({ name: 'case' });
      await create({ name: 'Case' });
    });
  });

  describe('createLabel 400', () => {
    it('not_unique for a name that is taken; of ten concurrent requests one succeeds', async () => {
      await create({ name: 'Twice' });
      const refused = expectStatus(await stage.v3.call('createLabel', { body: { name: 'Twice' } }), 400);
      expect(refused.body).toEqual(invalid(taken));
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => stage.v3.call('createLabel', { body: { name: 'Ten times' } })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
    });

    it.each([
      [{}, { name: 'invalid_type' }],
      [
        { name: '', color: 'red' },
        { name: 'too_small', color: 'invalid_string' },
      ],
      [
        { name: 'a'.repeat(256), color: '#FFF' },
        { name: 'too_big', color: 'invalid_string' },
      ],
      [
        { name: null, color: null },
        { name: 'invalid_type', color: 'invalid_type' },
      ],
    ])('for %#', async (wrongBody, errors) => {
      expect(errorKeys(await stage.v3.call('createLabel', { wrongBody }))).toEqual(errors);
    });
  });

  describe('updateLabel 200', () => {
    it('changes the given fields, on every contact with the label too; no event is emitted', async () => {
      const { id } = await create({ name: 'Before', color: '#111111' });
      const contact = await createContact(stage.database, stage.tenantId);
      await putLabelOnContact(stage.database, stage.tenantId, { contactId: contact.id, labelId: id });
      const chat = { ...stage.own.chat, contactId: contact.id };
      stage.clock.advance(1_000);
      const update = async (body: Schemas['LabelUpdate']) =>
        expectStatus(await stage.v3.call('updateLabel', { params: { labelId: id }, body }), 200).body.data;
      expect(await update({ name: 'After' })).toMatchObject({
        name: 'After',
        color: '#111111',
        createdAt: startTime,
        updatedAt: '2026-10-15T09:30:01.000Z',
      });
      expect(await update({ color: '#abcdef' })).toMatchObject({ name: 'After', color: '#ABCDEF' });
      stage.clock.advance(1_000);
      expect(await update({})).toMatchObject({ name: 'After', updatedAt: '2026-10-15T09:30:01.000Z' });
      expect(await update({ name: 'After' })).toMatchObject({ name: 'After' });
      expect(await findEvents(stage.database, { contactId: chat.contactId })).toEqual([]);
      const shown = await stage.database.prisma.contactLabel.findFirstOrThrow({
        where: { contactId: contact.id },
        include: { label: true },
      });
      expect(shown.label).toMatchObject({ name: 'After', color: '#ABCDEF' });
    });
  });

  describe('updateLabel 400', () => {
    it('not_unique for the name of another label; nothing is changed', async () => {
      await create({ name: 'First' });
      const second = await create({ name: 'Second' });
      const params = { labelId: second.id };
      const body = { name: 'First', color: '#000000' };
      const refused = expectStatus(await stage.v3.call('updateLabel', { params, body }), 400);
      expect(refused.body).toEqual(invalid(taken));
      expect(expectStatus(await stage.v3.call('getLabel', { params }), 200).body.data).toEqual(second);
    });
  });

  describe.each(['getLabel', 'updateLabel'] as const)('%s 404', (operationId) => {
    it('label_not_found', async () => {
      const params = { labelId: stage.own.chat.id };
      const { body } = expectStatus(await stage.v3.call(operationId, { params, body: {} }), 404);
      expect(body.error).toEqual({ messageKey: 'label_not_found', message: 'Label not found' });
    });
  });

  describe('deleteLabel 200', () => {
    it('removes it from all contacts, which stay, and emits no event', async () => {
      const label = await createLabel(stage.database, stage.tenantId);
      const contact = await createContact(stage.database, stage.tenantId);
      await putLabelOnContact(stage.database, stage.tenantId, { contactId: contact.id, labelId: label.id });
      const params = { labelId: label.id };
      const deletion = expectStatus(await stage.v3.call('deleteLabel', { params }), 200);
      expect(deletion.body.data).toEqual({ deletedIds: [label.id], notFoundIds: [] });
      const { prisma } = stage.database;
      expect(await prisma.contactLabel.count({ where: { contactId: contact.id } })).toBe(0);
      expect(await prisma.contact.count({ where: { id: contact.id } })).toBe(1);
      expect(await findEvents(stage.database, { contactId: contact.id })).toEqual([]);
      const again = expectStatus(await stage.v3.call('deleteLabel', { params }), 200);
      expect(again.body.data).toEqual({ deletedIds: [], notFoundIds: [label.id] });
      expectStatus(await stage.v3.call('createLabel', { body: { name: label.name } }), 200);
    });
  });

  describe('searchLabels 200', () => {
    it('filters by name and colour, and sorts', async () => {
      const tenant = await createTenant(stage.database);
      const token = await createToken(stage.database, tenant.id);
      for (const [name, color] of [
        ['VIP', '#FF0000'],
        ['vip lounge', '#00FF00'],
        ['New', '#FF0000'],
      ] as const) {
        await createLabel(stage.database, tenant.id, { name, color });
      }
      const namesOf = async (body: Schemas['SearchRequest']) =>
        expectStatus(await stage.v3.call('searchLabels', { body, token }), 200).body.data.map(
          ({ name }) => name,
        );
      expect(await namesOf({})).toEqual(['New', 'vip lounge', 'VIP']);
      expect(await namesOf({ search: 'Vip', sortBy: 'createdAt' })).toEqual(['VIP', 'vip lounge']);
      expect(await namesOf({ query: 'eq(color,"#FF0000")', sortBy: 'name' })).toEqual(['New', 'VIP']);
    });
  });
}
