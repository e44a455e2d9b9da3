import { expect, test } from '@jest/globals';
import { newId } from '@parley/core';
import { createMessage } from '@parley/testkit';
import * as instagram from '../../../../../packages/channels/test/payloads/instagram.js';
import { caseOf } from './provider-requests.js';
import { useIngress } from './use-ingress.js';

const stage = useIngress();
const { addChannel, messagesOf, postSigned } = stage;

const interactive = {
  ...{ body: 'When?', header: null, footer: null, list: null, link: null },
  buttons: [
    { id: 'now', title: 'Now' },
    { id: 'later', title: 'Later' },
  ],
};

test('the echo of an interactive message is that message, although its stored text has numbers', async () => {
  const provider = caseOf('instagram');
  const channel = await addChannel(provider.channel);
  await postSigned(provider, channel, provider.body);
  const { database } = stage.app;
  const chat = await database.prisma.chat.findFirstOrThrow({ where: { channelId: channel.id } });
  const sending = await createMessage(database, chat, {
    ...{ sender: 'outbound', status: 'pending', vendorId: null, leaseToken: newId() },
    ...{ type: 'interactive', text: 'When?\n\n1. Now\n2. Later', interactive },
  });
  const echo = JSON.stringify(instagram.echo).replace('Yes, it is.', 'When?');
  expect((await postSigned(provider, channel, echo)).status).toBe(200);
  const outbound = (await messagesOf(channel)).filter(({ sender }) => sender === 'outbound');
  expect(outbound).toMatchObject([{ id: sending.id, status: 'sent', vendorId: 'mid.E' }]);
});
