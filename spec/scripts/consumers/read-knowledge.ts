import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isObject, listOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { ContractError } from '../contract-error.js';
import { specFolder } from '../redocly.js';
import type { Consumer, Knowledge, Usage } from './consumer.js';

/**
 * Reads what consumers and the server have reported: the files of consumers in `spec/consumers`, and the files and
 * folders that `CONTRACT_CONSUMERS` names, separated by commas.
 */
export async function readKnowledge(
  folder = specFolder,
  named = process.env.CONTRACT_CONSUMERS,
): Promise<Knowledge> {
  const paths = (named ?? '').split(',').flatMap((path) => path.trim() || []);
  const committed = await listFiles(join(folder, 'consumers')).catch(() => []);
  const files = await Promise.all(paths.map((path) => listFiles(resolve(process.env.INIT_CWD ?? '.', path))));
  const contents = [
    ...(await Promise.all(committed.map(readCommitted))),
    ...(await Promise.all(files.flat().map(readReport))),
  ];
  const consumers = contents.flatMap((content) =>
    content.kind === 'parley-uses' ? [toConsumer(content)] : [],
  );
  const usages = contents.flatMap((content) => (content.kind === 'parley-usage' ? [toUsage(content)] : []));
  const names = consumers.map(({ consumer }) => consumer);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new ContractError(`Two files describe the consumer ${twice}. Remove the older one.`);
  return { consumers: consumers.sort(byName), usages };
}

function byName(one: Consumer, other: Consumer): number {
  return one.consumer < other.consumer ? -1 : 1;
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new ContractError(`CONTRACT_CONSUMERS names ${path}, which does not exist.`);
  if (found.isFile()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(path, name));
}

/** Whatever is in the folder of the contract is committed, and a pull request shows it to everybody. */
async function readCommitted(file: string): Promise<JsonObject> {
  const content = await readReport(file);
  if (content.kind === 'parley-uses') return content;
  throw new ContractError(
    `${file} is an export of the server. Name it in CONTRACT_CONSUMERS instead: it has the names of tenants and keys, and must not be committed.`,
  );
}

/** A file of another form or version must not pass for a consumer that uses nothing. */
async function readReport(file: string): Promise<JsonObject> {
  const content = parse(await readFile(file, 'utf8'));
  const isKnown = isObject(content) && (content.kind === 'parley-uses' || content.kind === 'parley-usage');
  if (isKnown && content.version === 1) return content;
  throw new ContractError(
    `${file} is not a report of npx parley uses or npm run usage -- export in version 1. Write it again with the current version of the command.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toConsumer(content: JsonObject): Consumer {
  const read = (section: string): Consumer['operations'] => {
    const uses = isObject(content[section]) ? content[section] : {};
    // The command writes a list of uses for each key; a part of the list that is missing counts as no use.
    return Object.fromEntries(
      Object.entries(uses).map(([key, list]) => [key, listOf(list)]),
    ) as Consumer['operations'];
  };
  return {
    consumer: String(content.consumer),
    operations: read('operations'),
    requestFields: read('requestFields'),
    responseFields: read('responseFields'),
    filterFields: read('filterFields'),
    sortFields: read('sortFields'),
    eventTypes: read('eventTypes'),
    eventFields: read('eventFields'),
    enumValues: read('enumValues'),
    errorKeys: read('errorKeys'),
    schemas: read('schemas'),
    schemaFields: read('schemaFields'),
    schemaValues: read('schemaValues'),
  };
}

function toUsage({ from, to, keys }: JsonObject): Usage {
  return {
    from: String(from),
    to: String(to),
    keys: listOf(keys)
      .filter(isObject)
      .map((key) => {
        const read = (section: string): JsonObject => (isObject(key[section]) ? key[section] : {});
        return {
          tenant: String(key.tenant),
          keyId: typeof key.keyId === 'string' ? key.keyId : null,
          keyName: typeof key.keyName === 'string' ? key.keyName : null,
          operations: read('operations'),
          requestFields: read('requestFields'),
          filterFields: read('filterFields'),
          enumValues: read('enumValues'),
          eventTypes: read('eventTypes'),
          errorKeys: read('errorKeys'),
        };
      }),
  };
}
