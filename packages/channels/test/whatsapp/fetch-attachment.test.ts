import { describe, expect, it } from '@jest/globals';
import { mediaMessages } from '../payloads/whatsapp.js';
import { jsonRequest, whatsappChannel } from '../support/ingress-request.js';
import { respondWithJson } from '../support/provider-server.js';
import { readFetched } from '../support/read-fetched.js';
import { useGraph, whatsapp } from './use-graph.js';

const { startGraph } = useGraph();

describe('attachments received by WhatsApp', () => {
  async function receivedAttachment() {
    const [item] = await whatsapp.parseInbound(jsonRequest(mediaMessages.image), whatsappChannel);
    const found = item?.kind === 'message' ? item.attachments[0] : undefined;
    if (found?.url === undefined) throw new Error('The payload has a linked attachment.');
    return found;
  }

  it.each([
    ['image/jpeg', 'image/jpeg'],
    ['Audio/OGG; codecs=opus', 'audio/ogg'],
    ['application/octet-stream', null],
    ['"><script>', null],
  ])(
    'are downloaded through the media node, with the token both times (%s)',
    async (sentType, contentType) => {
      const graph = await startGraph((response, request) => {
        if (request.url === '/v24.0/1003383421387256') {
          respondWithJson(200, { url: `http://${request.headers.host}/cdn/photo`, mime_type: 'image/jpeg' })(
            response,
            request,
          );
        } else {
          response.writeHead(200, { 'content-type': sentType }).end('bytes');
        }
      });
      const fetched = await whatsapp.fetchAttachment?.(await receivedAttachment(), whatsappChannel, {
        baseUrl: graph.url,
      });
      expect(await readFetched(fetched)).toEqual({ content: 'bytes', contentType });
      expect(graph.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
        ['/v24.0/1003383421387256', 'Bearer graph-token'],
        ['/cdn/photo', 'Bearer graph-token'],
      ]);
    },
  );

  it('deleted at the provider: the error of the provider', async () => {
    const error = { message: 'Unsupported get request', code: 100, type: 'GraphMethodException' };
    const graph = await startGraph(respondWithJson(400, { error }));
    await expect(
      whatsapp.fetchAttachment?.(await receivedAttachment(), whatsappChannel, { baseUrl: graph.url }),
    ).rejects.toMatchObject({ code: '100', message: 'Unsupported get request', retryable: false });
  });

  it('larger than the service stores: refused without reading all of it', async () => {
    const graph = await startGraph((response, request) => {
      if (request.url?.startsWith('/v24.0/')) {
        respondWithJson(200, { url: `http://${request.headers.host}/endless` })(response, request);
        return;
      }
      const pump = () => {
        while (response.write(Buffer.alloc(64 * 1024)));
      };
      response.on('drain', pump);
      pump();
    });
    const fetched = await whatsapp.fetchAttachment?.(await receivedAttachment(), whatsappChannel, {
      baseUrl: graph.url,
    });
    await expect(readFetched(fetched)).rejects.toMatchObject({ code: 'file_too_large', retryable: false });
  });
});
