import { type ClientOptions, createClient } from '@parley/client';
import { useResource } from '@parley/testkit/hooks';
import { type FailingServer, startFailingServer } from './failing-server.js';

/** Starts a failing server for all tests of a file, and stops it afterwards. */
export function useFailingServer(): FailingServer {
  return useResource(startFailingServer, ({ stop }) => stop());
}

/** Returns a function that creates clients of the server. */
export const createClientsOf =
  (server: FailingServer) =>
  (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: server.url, token: 'secret-token', ...options });

/** Starts a failing server with clients that do not retry. */
export function useClientWithoutRetries() {
  const server = useFailingServer();
  const token = 'very-secret.token';
  const chat = { params: { path: { chatId: 'c1' } } };
  const create = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: server.url, token, maxRetries: 0, ...options });
  /** Returns the error of a request for a chat. */
  const failureOf = (client = create()): Promise<unknown> =>
    client.GET('/chats/{chatId}', chat).then(
      () => undefined,
      (error: unknown) => error,
    );
  return { server, token, chat, create, failureOf };
}
