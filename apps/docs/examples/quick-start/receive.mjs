import { createServer } from 'node:http';
import { createClient } from '@parley/client';
import { expressHandler } from '@parley/client/webhooks';

const parley = createClient({ baseUrl: process.env.PARLEY_URL, token: process.env.PARLEY_TOKEN });

const webhook = await parley.POST('/api_webhooks', {
  body: { url: 'http://127.0.0.1:4000/webhooks/parley', events: [{ type: 'message.received' }] },
});

// This works in Express unchanged; Node's own server is sufficient here. A forged request gets a 401.
const handle = expressHandler({
  secret: webhook.secret,
  onEvent(event) {
    if (event.event === 'message.received') {
      console.log(`${event.data.contact.displayName}: ${event.data.text}`);
    }
  },
});

createServer((request, response) => handle(request, response, console.error)).listen(4000, () => {
  console.log('Listening on port 4000');
});
