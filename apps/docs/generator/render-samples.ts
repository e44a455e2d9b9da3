import { contractVersions } from './list-entries.js';
import { isObject, readObject } from './read-node.js';

const { document } = contractVersions.v3;

/**
 * Bodies that guides show, by name. They are examples of the contract, which its lint has checked against the schemas.
 */
export function renderSamples(): Record<string, string> {
  const samples = {
    workspace: responseOf('/workspace', 'get', '200'),
    failure: responseOf('/chats/search', 'post', '400'),
    'message-received': readExample(document.webhooks['message.received']?.post?.requestBody),
    'new-webhook': responseOf('/api_webhooks', 'post', '200'),
    delivery: responseOf('/api_webhooks/{webhookId}/deliveries/{deliveryId}', 'get', '200'),
    'signed-url': responseOf('/files/{fileId}', 'get', '200'),
    'public-url': responseOf('/files/{fileId}/public_url', 'get', '200'),
    campaign: responseOf('/campaigns/{campaignId}', 'get', '200'),
  };
  return Object.fromEntries(
    Object.entries(samples).map(([name, body]) => [name, `${JSON.stringify(body, null, 2)}\n`]),
  );
}

function responseOf(path: string, method: 'get' | 'post', status: string): unknown {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`A guide shows the response of ${method} ${path}, which does not exist.`);
  return readExample(operation.responses[status]);
}

/** Returns the first example of a request or a response. */
function readExample(place: unknown): unknown {
  const body = readObject(
    document,
    readObject(document, readObject(document, place).content)['application/json'],
  );
  const [example] = Object.values(readObject(document, body.examples));
  if (!isObject(example)) throw new Error('A guide shows an example that no longer exists.');
  return readObject(document, example).value;
}
