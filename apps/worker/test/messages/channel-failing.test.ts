import { expect, test } from '@jest/globals';
import { newId } from '@parley/core';
import { pino } from 'pino';
import { respondWithJson } from '../../../../packages/channels/test/support/provider-server.js';
import { useProviders } from './use-providers.js';

const { sending, serve, connect } = useProviders();

const text = 'ada@example.com may not write to +49 151 2345678';
const refuse = respondWithJson(401, { code: 20003, message: text });

const eventsOf = (channelId: string) =>
  sending.context().database.prisma.event.findMany({ where: { channelId, type: 'channel.failing' } });

test('channel.failing has the code of the provider, and not its text, which may name a person', async () => {
  const provider = await serve(refuse);
  const channel = await connect('sms', { baseUrl: provider.url });
  const { id } = await sending.enqueue(channel);
  await sending.send(id);
  expect(await sending.read(id)).toMatchObject({
    status: 'failed',
    errors: [{ code: '20003', message: text }],
  });
  const error = { code: '20003', message: 'The provider does not accept the messages of the channel.' };
  expect(await eventsOf(channel.id)).toMatchObject([{ data: { id: channel.id, error } }]);
});

test('an event that cannot be recorded is logged; the outcome of the message is recorded', async () => {
  const provider = await serve(refuse);
  const channel = await connect('sms', { baseUrl: provider.url });
  const { id } = await sending.enqueue(channel);
  const { pool } = sending.context().database;
  await pool.query(
    `alter table channels add constraint no_event check (failing_event_at is null or id <> '${channel.id}')`,
  );
  const lines: string[] = [];
  await sending.send(id, {
    logger: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }),
  });
  expect((await sending.read(id)).status).toBe('failed');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { channelId: channel.id, msg: 'the event channel.failing was not recorded' },
  ]);
  expect(await eventsOf(channel.id)).toEqual([]);
});

test('a worker that has lost its lease records no event', async () => {
  const provider = await serve((response, request) => {
    void sending
      .context()
      .database.pool.query('update messages set lease_token = $1 where lease_token is not null', [newId()])
      .then(() => refuse(response, request));
  });
  const channel = await connect('sms', { baseUrl: provider.url });
  const { id } = await sending.enqueue(channel);
  await sending.send(id);
  expect((await sending.read(id)).status).toBe('pending');
  expect(await eventsOf(channel.id)).toEqual([]);
});
