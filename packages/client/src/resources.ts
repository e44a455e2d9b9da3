import { type Resources, resources } from './resources/generated/resources.js';
import type { ParleyClient } from './v3.js';

export * from './resources/generated/resources.js';

/**
 * Adds the named methods of all resources to a client: `parley.chats.get(id)` beside
 * `parley.GET('/chats/{chatId}', { params: { path: { chatId: id } } })`. In a browser, the functions of single resources,
 * such as `chatsOf(client)`, keep the bundle small.
 */
export function withResources<Client extends ParleyClient>(client: Client): Client & Resources {
  const methods = Object.entries(resources).map(([name, create]) => [name, create(client)] as const);
  // The table has an entry for each resource of the type.
  const added = Object.fromEntries<unknown>(methods) as unknown as Resources;
  return { ...client, ...added };
}
