import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { moveFiles } from '@parley/core/administration';
import { useObjectStorage } from '../../../files/test/support/use-object-storage.js';
import { hashInChunks } from '../../src/files/hash-in-chunks.js';
import {
  continueErasure,
  createFile,
  eraseContact,
  type IdempotencyRequest,
  newId,
  receiveMessage,
  removeLooseObjects,
} from '../../src/index.js';
import { receivedMessage } from '../messages/received-message.js';
import { useWorlds } from '../use-worlds.js';
import { createPerson } from './create-person.js';

const worlds = useWorlds();
const bytes = randomBytes(600_000);
const now = () => new Date();
const { storage, database } = useObjectStorage(worlds);

afterEach(async () => {
  await database.prisma.file.deleteMany();
  await removeLooseObjects(database, now(), worlds.sizes);
});

const context = () => ({ ...worlds.context(), now, database });

async function eraseAndListKeys(contactId: string): Promise<string[]> {
  await eraseContact(context(), contactId);
  expect(await continueErasure(context(), contactId)).toBe('completed');
  return storage.listKeys();
}

async function upload(idempotency?: IdempotencyRequest) {
  const file = { name: 'a.bin', contentType: 'application/octet-stream', content: bytes };
  const caller = idempotency === undefined ? context() : { ...context(), idempotency };
  return createFile(caller, { ...file, checksum: await hashInChunks(bytes) });
}

function mail({ handle }: Awaited<ReturnType<typeof createPerson>>['contact']) {
  const attachment = { type: 'document', name: 'a', contentType: 'text/plain', size: bytes.length } as const;
  return receivedMessage({
    from: { handleType: handle.type, value: handle.value },
    attachments: [{ ...attachment, content: bytes }],
  });
}

describe('an erasure leaves no object that was stored and did not become a file', () => {
  test('of a message that arrived twice', async () => {
    const { contact } = await createPerson(worlds);
    const item = mail(contact);
    const reception = { channelId: worlds.own.channel.id, item };
    expect(await receiveMessage(context(), reception)).not.toBeNull();
    expect(await receiveMessage(context(), reception)).toBeNull();
    expect(await storage.listKeys()).toHaveLength(2);
    expect(await eraseAndListKeys(contact.id)).toEqual([]);
  });

  test('of a message that could not be recorded', async () => {
    const { contact } = await createPerson(worlds);
    const item = mail(contact);
    await expect(receiveMessage(context(), { channelId: newId(), item })).rejects.toThrow();
    expect(await storage.listKeys()).toHaveLength(1);
    expect(await eraseAndListKeys(contact.id)).toEqual([]);
  });

  test('of an upload that was repeated with its idempotency key', async () => {
    const { contact } = await createPerson(worlds);
    const request = { key: newId(), operationId: 'uploadFile', requestHash: 'a', replayed: false };
    const { id } = await upload({ ...request });
    expect(await upload({ ...request })).toMatchObject({ id });
    expect(await storage.listKeys()).toHaveLength(2);
    const { objectKey } = await database.prisma.file.findFirstOrThrow({ where: { id } });
    expect(await eraseAndListKeys(contact.id)).toEqual([objectKey]);
  });

  test('of a file that was deleted while it moved to the object storage', async () => {
    const { contact } = await createPerson(worlds);
    const { id } = await upload();
    await moveFiles(database, { to: 'postgres', now, sizes: worlds.sizes });
    const held = storage.holdPut('after');
    const moving = moveFiles(database, { to: 's3', now, sizes: worlds.sizes });
    await held.held;
    await database.prisma.file.deleteMany({ where: { id } });
    held.release();
    expect(await moving).toMatchObject({ files: 0, failures: [] });
    expect(await eraseAndListKeys(contact.id)).toEqual([]);
  });
});
