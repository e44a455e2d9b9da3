import type { Middleware } from './call/middleware.js';
import { notify } from './call/notify.js';
import { openLists } from './generated/open-lists.js';
import { findUnknown } from './unknown/find-unknown.js';

/** A value that these types do not know. */
export interface UnknownValue {
  /** The operation, such as `GET /chats/{chatId}`. */
  readonly operation: string;
  /** Where the value is in the response, such as `data[0].status`. */
  readonly path: string;
  readonly value: string;
  /** The values that the types know. */
  readonly known: readonly string[];
  readonly requestId: string | undefined;
}

/** Bounds the memory when a list turns out to have endlessly many values. */
const maxReported = 1_000;

/**
 * Reports values of v3 that this version of the package does not know, so that you know when to update it. Every list
 * that the contract allows to grow is compared; each new value is reported once, and at most 1,000
 * values in total.
 *
 * @example parley.use(onUnknown(({ path, value }) => log.warn(`Update @parley/client: ${path} is ${value}`)));
 */
export function onUnknown(report: (unknown: UnknownValue) => void): Middleware {
  const reported = new Set<string>();
  return {
    async onResponse({ request, response, schemaPath }) {
      const operation = `${request.method} ${schemaPath}`;
      const type = response.ok ? openLists.operations[operation] : openLists.failure;
      if (type === undefined) return;
      for (const { list, ...found } of findUnknown(openLists, await readJson(response), type)) {
        const name = `${list} ${found.value}`;
        if (reported.has(name) || reported.size >= maxReported) continue;
        reported.add(name);
        const requestId = response.headers.get('x-request-id') ?? undefined;
        notify((message) => console.warn(message), report, { operation, ...found, requestId });
      }
    },
  };
}

/** Returns undefined for a response that is not JSON, which the client itself reports as an error. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.clone().json();
  } catch {
    return undefined;
  }
}
