import { isObject, listOf, objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import type { ContractDocument } from '../read-document.js';
import type { Located } from './located.js';
import { isSame } from './read-core.js';

/** Compares the addresses of the document. */
export function compareDocumentServers(base: ContractDocument, head: ContractDocument): Located[] {
  return compareServers(readServers(base), readServers(head), { location: 'document > servers', user: '' });
}

/**
 * The objects that can declare addresses. The addresses of an operation, or of its path, replace the addresses of the
 * document.
 */
export interface ServerHolders {
  readonly document: ContractDocument;
  readonly path: JsonObject;
  readonly operation: JsonObject;
}

export function compareOwnServers(
  before: ServerHolders,
  after: ServerHolders,
  { location, user }: Pick<Located, 'location' | 'user'>,
): Located[] {
  const owns = [before, after].some(
    ({ path, operation }) => path.servers !== undefined || operation.servers !== undefined,
  );
  if (!owns) return [];
  const [was, is] = [before, after].map(
    ({ document, path, operation }) =>
      [operation, path, document].find(({ servers }) => servers !== undefined) ?? {},
  );
  return compareServers(readServers(was), readServers(is), { location: `${location} > servers`, user });
}

function readServers(holder: JsonObject | undefined): JsonObject[] {
  const servers = listOf(holder?.servers).filter(isObject);
  return servers.length === 0 ? [{ url: '/' }] : servers;
}

function compareServers(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  { location, user }: Pick<Located, 'location' | 'user'>,
): Located[] {
  const report = (rule: string, severity: Located['severity'], sentence: string): Located[] => [
    { rule, severity, sentence, location, user },
  ];
  const lost = before.flatMap((server) => {
    const same = after.find(({ url }) => url === server.url);
    if (!same) return report('server-removed', 'breaking', `Server \`${server.url}\` was removed.`);
    const changed = Object.entries(objectOf(server.variables)).filter(
      ([name, variable]) => !isStillValid(objectOf(variable), objectOf(objectOf(same.variables)[name])),
    );
    return changed.flatMap(([name]) =>
      report(
        'server-variable-changed',
        'breaking',
        `Variable \`${name}\` of server \`${server.url}\` changed.`,
      ),
    );
  });
  const gained = after
    .filter(({ url }) => !before.some((server) => server.url === url))
    .flatMap(({ url }) => report('server-added', 'addition', `Server \`${url}\` was added.`));
  return [
    ...lost,
    ...compareFirst(before, after).flatMap((url) =>
      report(
        'server-order-changed',
        'breaking',
        `The first server, which clients use by default, is now \`${url}\`.`,
      ),
    ),
    ...gained,
  ];
}

/** The address that clients use by default now, if they used another one that still exists. */
function compareFirst([was]: readonly JsonObject[], after: readonly JsonObject[]): unknown[] {
  const isKept = after.some(({ url }) => url === was?.url);
  return isKept && after[0]?.url !== was?.url ? [after[0]?.url] : [];
}

/** Whether the default is the same, and every value that was possible still is. */
function isStillValid(was: JsonObject, is: JsonObject): boolean {
  const possible = is.enum === undefined ? undefined : listOf(is.enum);
  return (
    isSame(was.default, is.default) &&
    (!possible || (was.enum !== undefined && listOf(was.enum).every((value) => possible.includes(value))))
  );
}
