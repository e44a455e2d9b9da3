import { fetchHandler } from '@parley/client/webhooks';

/** For frameworks that map a Request to a Response: Next.js, Hono, Cloudflare Workers, Deno, Bun. */
export const POST = fetchHandler({
  // While you rotate the secret, both are accepted.
  secret: [process.env.PARLEY_WEBHOOK_SECRET ?? '', process.env.PARLEY_OLD_WEBHOOK_SECRET ?? ''].filter(
    Boolean,
  ),
  onEvent(event) {
    if (event.event === 'message.received') {
      console.log(`${event.data.contact.displayName}: ${event.data.text}`);
    }
  },
});
