import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verify, WebhookError } from '@parley/client/webhooks';

/** Without any framework: the three arguments are the headers, the unparsed body, and the secret. */
export const server = createServer(async (request, response) => {
  try {
    const event = verify(request.headers, await text(request), process.env.PARLEY_WEBHOOK_SECRET ?? '');
    console.log(event.event, event.id);
    response.writeHead(204).end();
  } catch (error) {
    const status = error instanceof WebhookError ? 401 : 500;
    console.error(String(error));
    response.writeHead(status).end();
  }
});

server.listen(Number(process.env.PORT ?? 8080));
