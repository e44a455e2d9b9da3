import { createClient } from '@parley/client';

const baseUrl = process.env.PARLEY_URL ?? 'http://localhost:3000';
const token = process.env.PARLEY_TOKEN ?? '';
const parley = createClient({ baseUrl, token });
const channelId = '0193a1e0-5c00-7000-8000-000000000012';

const { stopWords, startWords } = await parley.PUT('/channels/{channelId}', {
  params: { path: { channelId } },
  body: { stopWords: ['STOP', 'UNSUBSCRIBE'], startWords: ['START'] },
});
console.log(`${stopWords.join(' or ')} ends the subscription, ${startWords.join(' or ')} renews it`);

for (const text of ['please stop', 'Unsubscribe!', 'start']) {
  // In the sandbox, you write in place of the contact.
  await fetch(`${baseUrl}/ingress/${channelId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: '+41791234567', text }),
  });
  const { isSubscribed } = await parley.GET('/contacts/{contactId}', {
    params: { path: { contactId: '0193a1e0-5c00-7000-8000-000000000022' } },
  });
  console.log(`${text}: ${isSubscribed ? 'subscribed' : 'not subscribed'}`);
}
