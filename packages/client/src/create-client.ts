import { type CallInit, createCaller, type PerformCall } from './call/create-caller.js';
import type { ClientOptions } from './call/options.js';
import { readSettings } from './call/settings.js';
import type { Contract } from './operations/operation.js';
import type { Policy } from './operations/policy.js';
import type { FoundPage } from './search/iterate-pages.js';
import { createSearch } from './search/search.js';
import type { Client } from './types/client.js';

/** A client of the version whose policy this is. All operations are alike when it runs; the types tell them apart. */
export function createClientOf<C extends Contract>(policy: Policy, options: ClientOptions): Client<C> {
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
        // A response to a search has the shape of a page, by the contract.
        async (body) => (await unwrap('POST', path, { ...init, body })).body as FoundPage,
        { body: Object(init.body), hasCursor: policy.cursorPosts.includes(path) },
      ),
    ...middleware,
  };
  // Paths and bodies become types here: what the contract has generated holds for what was built above.
  return client as unknown as Client<C>;
}

type Unwrap = (
  ...call: Parameters<PerformCall>
) => Promise<{ readonly data: unknown; readonly body: unknown }>;

type CallPath = (path: string, init?: CallInit) => Promise<unknown>;

function forMethods(create: (method: string) => CallPath) {
  return { GET: create('GET'), POST: create('POST'), PUT: create('PUT'), DELETE: create('DELETE') };
}
