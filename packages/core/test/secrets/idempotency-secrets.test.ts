import { expect, test } from '@jest/globals';
import { createChannel, createWebhook, newId, rotateWorkspaceSecret } from '../../src/index.js';
import { withKey } from '../test-context.js';
import { useWorlds } from '../use-worlds.js';

const worlds = useWorlds();

const findStored = (key: string) =>
  worlds.database.prisma.idempotencyKey.findFirstOrThrow({ where: { key } });

test('the hash of a request with secrets is sealed, since a weak password could be guessed from it', async () => {
  const key = newId();
  const channel = { type: 'sms', provider: 'sms', name: 'SMS', settings: {} } as const;
  const create = (requestHash: string) =>
    createChannel(
      withKey(worlds.context(), { key, requestHash }),
      { ...channel, secrets: { authToken: 'weak' } },
      () => {},
    );
  const created = await create('hash-of-the-request');
  expect((await findStored(key)).requestHash).toMatch(/^sealed:v1:/);
  expect(await create('hash-of-the-request')).toEqual(created);
  await expect(create('hash-of-another')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test('only the secret in a result is sealed; a replay returns the complete result', async () => {
  const key = newId();
  const create = () =>
    createWebhook(withKey(worlds.context(), { key }), { url: 'https://partner.example/hook' });
  const created = await create();
  const { result, requestHash } = await findStored(key);
  expect(result).toEqual({ ...created, secret: expect.stringMatching(/^sealed:v1:/) });
  expect(requestHash).toBe('hash');
  expect(await create()).toEqual(created);
});

test('a result that was copied to another key does not open', async () => {
  const [key, other] = [newId(), newId()];
  const rotate = (of: string) => rotateWorkspaceSecret(withKey(worlds.context(), { key: of }));
  await rotate(key);
  await worlds.database.pool.query('update idempotency_keys set key = $2 where key = $1', [key, other]);
  await expect(rotate(other)).rejects.toThrow(
    `The secret "secret" of idempotency_keys ${other} cannot be opened`,
  );
});
