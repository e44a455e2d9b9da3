import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import {
  type AnyResponse,
  createContact,
  createWorld,
  requestFields,
  tokenOf,
  validRequest,
  type World,
} from '@parley/testkit';
import { type AnyOperation, everyOperation } from '../../support/every-operation.js';
import { errorKeys } from '../../support/failures.js';
import { snapshotTenant } from '../../support/snapshot-tenant.js';
import { settingCases, updateCases } from '../../support/update-cases.js';
import { useStage } from '../../support/use-stage.js';

describe('unchanged', () => {
  const stage = useStage();

  const updates = everyOperation.filter(({ method }) => method === 'put');
  const settings = everyOperation.filter(({ name }) => Object.hasOwn(settingCases, name));

  const prepareCases = new Map(Object.entries(updateCases));

  function snapshot({ tenant }: World) {
    return snapshotTenant(stage.database, tenant.id);
  }

  /** Creates a separate tenant with a webhook for all its events. */
  async function prepare(operation: AnyOperation) {
    const world = await createWorld(stage.database);
    const prepared = await prepareCases.get(operation.name)?.(world, stage.database);
    if (prepared === undefined) throw new Error(`Add a case for ${operation.name} to update-cases.ts.`);
    const { params } = validRequest(world, operation.version, operation.operationId);
    const target = { params: { ...params, ...prepared.params }, token: await tokenOf(world.key) };
    const put = async (body: object) => {
      stage.clock.advance(1_000);
      // The workspace counts this request.
      const { usage, ...shown } = expectSuccess(await stage.call(operation, { ...target, body }));
      return shown;
    };
    const { fields, apart = [] } = prepared;
    const together = Object.entries(fields).filter(([name]) => !apart.includes(name));
    const body = Object.fromEntries(together.map(([name, [value]]) => [name, value]));
    return { world, put, body, fields };
  }

  function expectSuccess({ status, body }: AnyResponse) {
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true } });
    return Object(body).data;
  }

  describe('a PUT that changes nothing changes no updatedAt, emits no event and adds no job', () => {
    it.each(updates)('$name: every field at once, and each by itself', async (operation) => {
      const { world, put, body, fields } = await prepare(operation);
      expect(Object.keys(fields).sort()).toEqual(
        requestFields(operation.version, operation.operationId).sort(),
      );
      const first = await put(body);
      const before = await snapshot(world);
      expect(await put(body)).toEqual(first);
      for (const [name, [value]] of Object.entries(fields)) {
        // Together these two are the recipients, so one without the other is a change, and an audience replaces both.
        if (['contactIds', 'contacts', 'audience'].includes(name)) continue;
        expect(await put({ [name]: value })).toEqual(first);
      }
      expect(await put({})).toEqual(first);
      expect(await snapshot(world)).toEqual(before);
    });

    it.each([
      ['the short code of a sender', '38383'],
      ['the name of a sender', 'ACME'],
      ['a form of an address that another contact has', '0155 12345678'],
      ['a national form without a country', '0155 12345679'],
    ])('v3 updateContact: an unchanged contact, with %s as its number', async (_what, phoneNumber) => {
      const world = await createWorld(stage.database);
      const defaultCountry = phoneNumber.endsWith('8') ? 'DE' : null;
      const { id } = world.tenant;
      await stage.database.prisma.tenant.update({ where: { id }, data: { defaultCountry } });
      await createContact(stage.database, id, { phoneNumber: '+4915512345678' });
      const contact = await createContact(stage.database, id, { phoneNumber, email: 'Ada@Example.com' });
      const request = { params: { contactId: contact.id }, token: await tokenOf(world.key) };
      const first = expectSuccess(await stage.v3.call('getContact', request));
      const before = await snapshot(world);
      const { firstName, lastName, email } = first;
      const body = { firstName, lastName, email, phoneNumber: first.phoneNumber };
      expect(body).toMatchObject({ phoneNumber, email: 'Ada@Example.com' });
      expect(expectSuccess(await stage.v3.call('updateContact', { ...request, body }))).toEqual(first);
      const wrongBody = { ...body, isSubscribed: 'yes' };
      const refused = await stage.v3.call('updateContact', { ...request, wrongBody });
      expect(errorKeys(refused)).toEqual({ isSubscribed: 'invalid_type' });
      expect(await snapshot(world)).toEqual(before);
      const other = { ...request, body: { phoneNumber: '38384' } };
      expect(errorKeys(await stage.v3.call('updateContact', other))).toEqual({
        phoneNumber: 'invalid_string',
      });
    });

    // The workspace does not show when it was changed.
    const dated = updates.filter(({ operationId }) => operationId !== 'updateWorkspace');
    it.each(dated)('$name: any other value changes updatedAt', async (operation) => {
      const { put, body, fields } = await prepare(operation);
      for (const [name, [, other]] of Object.entries(fields)) {
        const before = await put(body);
        const after = await put({ [name]: other });
        expect([name, after.updatedAt > before.updatedAt]).toEqual([name, true]);
      }
    });
  });

  describe('a POST that sets the existing state changes nothing', () => {
    it('every case belongs to an operation', () => {
      expect(settings.map(({ name }) => name).sort()).toEqual(Object.keys(settingCases).sort());
    });

    it.each(settings)('$name', async (operation) => {
      const world = await createWorld(stage.database);
      const { params = {} } = validRequest(world, operation.version, operation.operationId);
      const body = settingCases[operation.name]?.(world);
      const request = { params, token: await tokenOf(world.key), ...(body && { body }) };
      const first = await stage.call(operation, request);
      const before = await snapshot(world);
      stage.clock.advance(1_000);
      const second = await stage.call(operation, request);
      expect(expectSuccess(second)).toEqual(expectSuccess(first));
      expect(await snapshot(world)).toEqual(before);
    });
  });

  const acting = everyOperation.filter(
    ({ method, idempotent, name }) => method === 'post' && idempotent && !Object.hasOwn(settingCases, name),
  );

  describe('every other writing POST has an effect each time, or is refused the second time', () => {
    it.each(acting)('$name', async (operation) => {
      const world = await createWorld(stage.database);
      const valid = validRequest(world, operation.version, operation.operationId);
      const request = { ...valid, token: await tokenOf(world.key) };
      const first = await stage.call(operation, request);
      expectSuccess(first);
      const before = await snapshot(world);
      stage.clock.advance(1_000);
      const second = await stage.call(operation, request);
      if (isDeepStrictEqual(second.body, first.body) && isDeepStrictEqual(await snapshot(world), before))
        throw new Error(`A second ${operation.name} changes nothing. Add a case for it to settingCases.`);
    });
  });
});
