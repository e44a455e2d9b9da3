import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient } from '@parley/client';
import { streamEvents } from '@parley/client/stream';
import { startSandbox } from '@parley/sandbox';

let sandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.stop());

test('a message is sent to the customer', async () => {
  const connection = { baseUrl: sandbox.url, token: sandbox.token };
  const parley = createClient(connection);
  let begin;
  const begun = new Promise((resolve) => {
    begin = resolve;
  });
  const events = streamEvents(connection, { events: ['message.sent'], onHeartbeat: begin });
  const first = events.next();
  await begun;

  const chatId = '0193a1e0-5c00-7000-8000-000000000041';
  const message = await parley.POST('/messages/send', { body: { chatId, text: 'It arrives tomorrow.' } });

  const { value: event } = await first;
  assert.equal(event.data.id, message.id);
  await events.return();
});
