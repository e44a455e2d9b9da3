import { type CallInit, createCaller, type PerformCall } from './call/create-caller.js';
import type { ClientOptions } from './call/options.js';
import { readSettings } from './call/settings.js';
import type { DocumentedContract } from './operations/operation.js';
import type { Policy } from './operations/policy.js';
import type { FoundPage } from './search/iterate-pages.js';
import { createSearch } from './search/search.js';
import type { Client } from './types/client.js';

/** Creates a client of the version that the policy describes. All operations are handled in the same way at run time; only their types differ. */
export function createClientOf<C extends DocumentedContract>(
  policy: Policy,
  options: ClientOptions,
): Client<C> {
  const { perform, ...middleware } = createCaller(readSettings(policy, options));
  const unwrap: Unwrap = async (...call) => {
    const outcome = await perform(...call);
    if (outcome.ok) return outcome;
    throw outcome.error;
  };
  const client = {
    ...forMethods((method) => async (path, init) => (await unwrap(method, path, init)).data),
    raw: forMethods((method) => (path, init) => perform(method, path, init)),
    search: (path: string, init: CallInit = {}) =>
      createSearch(
        // The contract guarantees that the response to a search is a page.
        async (body) => (await unwrap('POST', path, { ...init, body })).body as FoundPage,
        { body: Object(init.body), hasCursor: policy.cursorPosts.includes(path) },
      ),
    ...middleware,
  };
  // The generated types of paths and bodies describe the client that was built above.
  return client as unknown as Client<C>;
}

type Unwrap = (
  ...call: Parameters<PerformCall>
) => Promise<{ readonly data: unknown; readonly body: unknown }>;

type CallPath = (path: string, init?: CallInit) => Promise<unknown>;

function forMethods(create: (method: string) => CallPath) {
  return { GET: create('GET'), POST: create('POST'), PUT: create('PUT'), DELETE: create('DELETE') };
}
