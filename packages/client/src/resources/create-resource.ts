import type { CallInit } from '../call/create-caller.js';
import type { ParleyClient } from '../v3.js';

/** The methods of a resource as text: `GET /chats/{chatId}`, with ` body` or ` search` behind it where that applies. */
export type MethodTable<Methods> = { readonly [Name in keyof Methods]: string };

/** Returns a function that adds the methods to a client. Each method passes its arguments on, by method and path. */
export function createResource<Methods>(table: MethodTable<Methods>): (client: ParleyClient) => Methods {
  return (client) => {
    const methods = Object.entries<string>(table).map(([name, line]) => [name, createMethod(client, line)]);
    // The table has a line for each method of the type.
    return Object.fromEntries(methods) as Methods;
  };
}

function createMethod(client: ParleyClient, line: string): (...given: unknown[]) => unknown {
  const [method = '', path = '', kind] = line.split(' ');
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  // All operations are called in the same way at run time; the types of the methods are generated.
  const calls = client as unknown as Record<string, (path: string, init: CallInit) => unknown>;
  return (...given) => {
    const ids = Object.fromEntries(names.map((name, index) => [name, given[index]]));
    const [body, options] = kind === undefined ? [undefined, given[names.length]] : given.slice(names.length);
    return calls[kind === 'search' ? kind : method]?.(path, {
      ...Object(options),
      params: { path: ids },
      ...(body === undefined ? {} : { body }),
    });
  };
}
