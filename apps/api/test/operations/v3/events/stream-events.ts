import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventTypes } from '@parley/core';
import {
  createEvent,
  createMessageTemplate,
  createTenant,
  createToken,
  expectStatus,
  settleFeed,
} from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { openTestStream, type StreamRequest, type TestStream } from './open-test-stream.js';

export function describeEventStream(stage: Stage, world: RenewableWorld): void {
  let open: TestStream[] = [];
  beforeEach(() => world.renew());
  afterEach(() => {
    for (const stream of open) stream.drop();
    open = [];
  });

  async function stream(request: Partial<StreamRequest> = {}): Promise<TestStream> {
    const opened = await openTestStream({ url: stage.url, token: world.token, ...request });
    open.push(opened);
    return opened;
  }

  const addEvent = (type: Parameters<typeof createEvent>[2] = {}) =>
    createEvent(stage.database, world.tenant.id, type);

  async function search(body: { cursor?: string; limit?: number } = {}) {
    await settleFeed(stage.database.pool);
    return expectStatus(await world.v3.call('searchEvents', { body }), 200).body;
  }

  describe('streamEvents 200', () => {
    it('begins with a position, and sends each event with the body of the feed', async () => {
      await addEvent();
      await settleFeed(stage.database.pool);
      const { headers, body } = expectStatus(await world.v3.call('streamEvents', {}), 200);
      expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
      expect(body.toString()).toMatch(/^retry: 1000\nid: [\w-]+\n\n$/);

      const reader = await follow(async () => {
        const params = { chatId: world.chat.id };
        expectStatus(await world.v3.call('changeChatStatus', { params, body: { status: 'closed' } }), 200);
      });
      const { data: feed } = await search();
      const [event] = reader.events;
      expect(event).toEqual({ ...feed[1], cursor: event?.cursor });
      expect(reader.text).toContain(
        `id: ${event?.cursor}\nevent: chat.updated\ndata: ${JSON.stringify(feed[1])}\n\n`,
      );
    });

    it('sends the change of a template that belongs to no channel', async () => {
      const { id } = await createMessageTemplate(stage.database, world.tenant.id);
      const reader = await follow(async () => {
        const request = { params: { messageTemplateId: id }, body: { body: 'Good morning' } };
        expectStatus(await world.v3.call('updateMessageTemplate', request), 200);
      });
      expect(reader.events[0]).toMatchObject({
        event: 'message_template.updated',
        data: { id, body: 'Good morning', registration: null },
      });
    });

    it('accepts every type of the feed', async () => {
      const query = { events: eventTypes };
      expectStatus(await world.v3.call('streamEvents', { query }), 200);
    });

    it('sends only events of the given types', async () => {
      const one = await stream({ events: ['contact.updated'] });
      const two = await stream({ events: ['contact.updated', 'chat.created'] });
      for (const type of ['chat.updated', 'contact.updated', 'chat.created', 'contact.updated'] as const)
        await addEvent({ type });
      await one.waitForEvents(2);
      await two.waitForEvents(3);
      expect(one.events.map(({ event }) => event)).toEqual(['contact.updated', 'contact.updated']);
      expect(two.events.map(({ event }) => event)).toEqual([
        'contact.updated',
        'chat.created',
        'contact.updated',
      ]);
    });

    it('never sends the events of another workspace', async () => {
      const other = await createTenant(stage.database);
      const token = await createToken(stage.database, other.id);
      const [own, foreign] = [await stream(), await stream({ token })];
      for (let count = 0; count < 5; count += 1) {
        await addEvent();
        await createEvent(stage.database, other.id, { type: 'contact.updated' });
      }
      await own.waitForEvents(5);
      await foreign.waitForEvents(5);
      expect(new Set(own.events.map(({ event }) => event))).toEqual(new Set(['chat.updated']));
      expect(new Set(foreign.events.map(({ event }) => event))).toEqual(new Set(['contact.updated']));
    });

    it('continues after a dropped connection while events are recorded, without a loss or a duplicate', async () => {
      const total = 60;
      let reader = await stream();
      const recording = recordEvents(total);
      const seen: string[] = [];
      while (seen.length < total) {
        await reader.waitForEvents(Math.min(7, total - seen.length));
        reader.drop();
        seen.push(...reader.events.map(({ id }) => id));
        reader = await stream({ lastEventId: reader.lastEventId });
      }
      expect(seen).toEqual(await recording);
    });

    it('continues from a cursor of the feed, and the feed from a cursor of a stream', async () => {
      const ids = await recordEvents(3);
      const { pagination } = await search({ limit: 1 });
      const reader = await stream({ lastEventId: pagination.resumeCursor });
      await reader.waitForEvents(2);
      expect(reader.events.map(({ id }) => id)).toEqual(ids.slice(1));
      const cursor = reader.events[0]?.cursor ?? '';
      const { data: rest } = await search({ cursor });
      expect(rest.map(({ id }) => id)).toEqual(ids.slice(2));
    });

    it('reads a long backlog by pages, and joins what happens meanwhile', async () => {
      const { lastEventId } = await stream();
      await recordEvents(250);
      const reader = await stream({ lastEventId });
      await addEvent();
      await reader.waitForEvents(251);
      expect(new Set(reader.events.map(({ id }) => id)).size).toBe(251);
    });

    it('leaves out the events of a person who was erased', async () => {
      const { lastEventId } = await stream();
      const params = { contactId: world.chat.contactId };
      const body = { firstName: 'Grace' };
      expectStatus(await world.v3.call('updateContact', { params, body }), 200);
      expectStatus(await world.v3.call('deleteContact', { params }), 200);
      const reader = await stream({ lastEventId });
      await reader.waitForEvents(1);
      const types = reader.events.map(({ event }) => event);
      expect(types).toContain('contact.deleted');
      expect(types).not.toContain('contact.updated');
    });

    it('HEAD returns the headers and opens no stream', async () => {
      const { status, text } = await stage.send('HEAD', '/v3/events/stream', { token: world.token });
      expect([status, text]).toEqual([200, '']);
      const { usage } = expectStatus(await world.v3.call('getWorkspace', {}), 200).body.data;
      expect(usage.eventStreams).toBe(0);
    });
  });

  describe('streamEvents 400', () => {
    it('for an unknown type, and for an unknown parameter', async () => {
      const refuse = async (query: { events?: string[] | string; limit?: string }) =>
        errorKeys(await world.v3.call('streamEvents', { query }));
      expect(await refuse({ events: ['chat.updated', 'chat.exploded'] })).toEqual({
        'events.1': 'invalid_enum_value',
      });
      expect(await refuse({ events: 'all' })).toEqual({ 'events.0': 'invalid_enum_value' });
      expect(await refuse({ limit: '1' })).toEqual({ limit: 'unrecognized_keys' });
    });

    it('for a cursor that is empty, or none, or of another query', async () => {
      const body = { query: 'eq(event,chat.updated)' };
      const { pagination } = expectStatus(await world.v3.call('searchEvents', { body }), 200).body;
      const headers = { 'last-event-id': '' };
      expect(errorKeys(await world.v3.call('streamEvents', { headers }))).toEqual({
        'Last-Event-ID': 'too_small',
      });
      for (const cursor of ['x', pagination.resumeCursor]) {
        const headers = { 'last-event-id': cursor };
        expect(errorKeys(await world.v3.call('streamEvents', { headers }))).toEqual({
          'Last-Event-ID': 'invalid_string',
        });
      }
    });
  });

  describe('streamEvents 403', () => {
    it('without the scope events:read', async () => {
      const token = await createToken(stage.database, world.tenant.id, { scopes: ['api_webhooks:read'] });
      const { body } = expectStatus(await stage.v3.call('streamEvents', { token }), 403);
      expect(body.error).toMatchObject({ requiredScope: 'events:read' });
    });
  });

  async function recordEvents(count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await addEvent()).id);
    return ids;
  }

  /** Opens a stream after all earlier events, does something, and returns the stream when the first event has come. */
  async function follow(act: () => Promise<void>): Promise<TestStream> {
    await settleFeed(stage.database.pool);
    const reader = await stream();
    await act();
    await reader.waitForEvents(1);
    return reader;
  }
}
