import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});
const to = {
  contactId: '0193a1e0-5c00-7000-8000-000000000022',
  channelId: '0193a1e0-5c00-7000-8000-000000000012',
};

const rows = [
  { id: 'standard', title: 'Standard', description: '3 days' },
  { id: 'express', title: 'Express' },
];
const list = { button: 'Options', sections: [{ title: 'To your door', rows }] };
const question = await parley.POST('/messages/send', {
  body: { ...to, interactive: { body: 'How shall we ship it? Please reply with a number.', list } },
});
console.log(question.text);

const link = { title: 'Track it', url: 'https://shop.example/orders/1042' };
const parcel = await parley.POST('/messages/send', {
  body: { ...to, interactive: { header: 'Order 1042', body: 'It is on its way.', link } },
});
console.log(parcel.text);
