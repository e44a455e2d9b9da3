import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { writeContactExport } from '@parley/core';
import {
  contextOf,
  createContact,
  createFile,
  createMessage,
  createToken,
  expectStatus,
} from '@parley/testkit';
import { type Stage, startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeContactExport(stage: Stage, world: RenewableWorld): void {
  beforeEach(() => world.renew());

  async function start() {
    const params = { contactId: world.contact.id };
    return expectStatus(await world.v3.call('exportContact', { params }), 200).body.data;
  }

  async function get(exportId: string) {
    const params = { contactId: world.contact.id, exportId };
    return expectStatus(await world.v3.call('getContactExport', { params }), 200).body.data;
  }

  /** Writes the result of the export, as the worker does. */
  function write(exportId: string): Promise<void> {
    const { database, clock } = stage;
    return writeContactExport(contextOf(database, world.tenant.id, clock.now), exportId);
  }

  async function download(url: string | null): Promise<string> {
    const { pathname } = new URL(url ?? '');
    const response = await fetch(`${stage.url}${pathname}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toMatch(/^private/);
    return response.text();
  }

  describe('exportContact 200', () => {
    it('returns at once; the result follows as a private file with a signed URL', async () => {
      const started = await start();
      expect(started).toEqual({
        id: expect.any(String),
        createdAt: startTime,
        updatedAt: startTime,
        contactId: world.contact.id,
        status: 'pending',
        expiresAt: '2026-10-16T09:30:00.000Z',
        fileId: null,
        url: null,
        urlExpiresAt: null,
        errorCode: null,
      });
      expect(await get(started.id)).toEqual(started);
      await write(started.id);
      const completed = await get(started.id);
      expect(completed).toMatchObject({ status: 'completed', fileId: expect.any(String), errorCode: null });
      expect(await download(completed.url)).toContain(`"id": "${world.contact.id}"`);
    });

    it('contains the messages with the bytes of their files, and nothing of another contact', async () => {
      const { database } = stage;
      const { tenant, chat } = world;
      const content = new TextEncoder().encode('the bytes of an attachment');
      const file = await createFile(database, tenant.id, { bytes: content });
      const attachment = {
        type: 'document',
        fileId: file.id,
        name: 'a.txt',
        contentType: 'text/plain',
        size: 26,
      };
      await createMessage(database, chat, { text: 'marker of the message', attachments: [attachment] });
      const other = await createContact(database, tenant.id, { firstName: 'Somebodyelse' });
      const { id } = await start();
      await write(id);
      const text = await download((await get(id)).url);
      const lines = text.trimEnd().split('\n');
      const parsed = lines.map((line) => JSON.parse(line));
      expect(parsed[0]).toEqual({ kind: 'header', format: 1, contact: { id: world.contact.id } });
      expect(text).toContain('marker of the message');
      expect(text).not.toContain(other.id);
      expect(text).not.toContain('Somebodyelse');
      const bytes = parsed.filter(({ kind }) => kind === 'bytes').map(({ base64 }) => base64);
      expect(Buffer.from(bytes.join(''), 'base64')).toEqual(Buffer.from(content));
      const before = lines.slice(0, -1);
      const sha256 = createHash('sha256')
        .update(`${before.join('\n')}\n`)
        .digest('hex');
      expect(parsed.at(-1)).toEqual({ kind: 'end', lines: before.length, sha256 });
    });
  });

  describe('exportContact 404', () => {
    it('contact_not_found; no export and no job is created', async () => {
      const params = { contactId: world.chat.id };
      const { body } = expectStatus(await world.v3.call('exportContact', { params }), 404);
      expect(body.error).toEqual({ messageKey: 'contact_not_found', message: 'Contact not found' });
      const where = { tenantId: world.tenant.id, status: 'pending' } as const;
      expect(await stage.database.prisma.contactExport.count({ where })).toBe(0);
    });
  });

  describe('getContactExport 404', () => {
    it('contact_export_not_found for an export of another contact', async () => {
      const other = await createContact(stage.database, world.tenant.id);
      const params = { contactId: other.id, exportId: world.contactExport.id };
      const { body } = expectStatus(await world.v3.call('getContactExport', { params }), 404);
      const message = 'Contact export not found';
      expect(body.error).toEqual({ messageKey: 'contact_export_not_found', message });
    });
  });

  describe('exportContact 403', () => {
    it('the scopes of contacts are not enough', async () => {
      const scopes = ['contacts:read', 'contacts:write'];
      const token = await createToken(stage.database, world.tenant.id, { scopes });
      const params = { contactId: world.contact.id };
      const { body } = expectStatus(await stage.v3.call('exportContact', { params, token }), 403);
      expect(body.error).toMatchObject({ requiredScope: 'contact_exports:write' });
    });
  });
}
