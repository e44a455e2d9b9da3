import { createClient } from '@parley/client';

const parley = createClient({
  baseUrl: process.env.PARLEY_URL ?? 'http://localhost:3000',
  token: process.env.PARLEY_TOKEN ?? '',
});

const workspace = await parley.PUT('/workspace', { body: { timeZone: 'Europe/Berlin' } });
console.log(workspace.timeZone);

const params = { path: { channelId: '0193a1e0-5c00-7000-8000-000000000014' } };
const { quietHours } = await parley.PUT('/channels/{channelId}', {
  params,
  body: { quietHours: { from: '21:00', to: '08:00', timeZone: 'contact' } },
});
console.log(`No campaign from ${quietHours?.from} to ${quietHours?.to} (${quietHours?.timeZone})`);

const { name } = await parley.PUT('/channels/{channelId}', { params, body: { quietHours: null } });
console.log(`${name} sends at any hour again`);
