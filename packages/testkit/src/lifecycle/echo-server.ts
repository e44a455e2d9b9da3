import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../crash/listen.js';

/** A partner's endpoint and all providers in one server. */
export interface EchoServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server for all parties outside the service. An endpoint for events responds with what it received, so that
 * the service stores it as the response. The media nodes of providers return `media`. Every message is accepted.
 */
export async function startEchoServer(media: Buffer): Promise<EchoServer> {
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '');
    respond(request, response, { body, media });
  });
  return listen(server);
}

function respond(
  { url: path = '/', headers }: IncomingMessage,
  response: ServerResponse,
  { body, media }: { body: string; media: Buffer },
): void {
  const json = (value: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (path.startsWith('/events')) response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
  else if (path.startsWith('/bytes')) response.writeHead(200, { 'content-type': 'text/plain' }).end(media);
  else if (path.includes('/media-')) json({ url: `http://${headers.host}/bytes` });
  else if (path.includes('/Messages.json'))
    json({ sid: `SM${randomBytes(16).toString('hex')}`, status: 'queued' });
  else
    json({
      messages: [{ id: `wamid.${randomBytes(8).toString('hex')}` }],
      message_id: randomBytes(8).toString('hex'),
    });
}
