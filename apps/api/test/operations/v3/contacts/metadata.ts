import { beforeAll, describe, expect, it } from '@jest/globals';
import { createWorld, expectStatus, tokenOf, type World } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';

export function describeContactMetadata(stage: Stage): void {
  let world: World;
  let token: string;

  beforeAll(async () => {
    world = await createWorld(stage.database);
    token = await tokenOf(world.key);
  });

  /** Returns metadata whose JSON has exactly this many bytes, although each character is two bytes. */
  function metadataOf(bytes: number) {
    const rest = bytes - Buffer.byteLength('{"note":""}');
    return { note: 'é'.repeat(Math.floor(rest / 2)) + 'x'.repeat(rest % 2) };
  }

  const limit = 16_384;

  const create = (bytes: number) =>
    stage.v3.call('createContact', { body: { firstName: 'Ada', metadata: metadataOf(bytes) }, token });

  const update = (bytes: number) =>
    stage.v3.call('updateContact', {
      params: { contactId: world.contact.id },
      body: { metadata: metadataOf(bytes) },
      token,
    });

  describe('the metadata of a contact', () => {
    it.each(Object.entries({ createContact: create, updateContact: update }))(
      '%s: 200 with 16 KB of JSON, 400 too_big with one more byte, of which nothing is stored',
      async (_, write) => {
        expect((await write(limit)).status).toBe(200);
        const before = await stage.database.prisma.contact.findMany({ where: { tenantId: world.tenant.id } });
        expect(errorKeys(await write(limit + 1))).toEqual({ metadata: 'too_big' });
        const after = await stage.database.prisma.contact.findMany({ where: { tenantId: world.tenant.id } });
        expect(after).toEqual(before);
      },
    );

    it('upsertContacts: the item with more than 16 KB fails, the others are stored', async () => {
      const contacts = [limit, limit + 1].map((bytes, index) => ({
        phoneNumber: `+491551234567${index}`,
        metadata: metadataOf(bytes),
      }));
      const { body } = expectStatus(
        await stage.v3.call('upsertContacts', { body: { contacts }, token }),
        200,
      );
      expect(body.data).toMatchObject([
        { status: 'created' },
        { status: 'failed', error: { invalidParams: { metadata: { key: 'too_big' } } } },
      ]);
    });
  });
}
