import { type ContractVersion, listEntries, type OperationEntry } from './list-entries.js';
import { code, formatBytes, renderTable } from './markdown.js';

type Draft = Record<string, unknown>;

/**
 * Returns the document for the reference. Our extension keys are written as descriptions and badges, because the
 * renderer of the reference does not know them. The server publishes the document without these additions.
 */
export function decorateDocument(version: ContractVersion): object {
  const document = structuredClone<unknown>(version.document) as Draft;
  for (const entry of listEntries(version)) {
    const operation = find(document, 'paths', entry.path, entry.method);
    operation.description = `${entry.description}\n\n${renderPolicy(entry)}`;
    operation['x-badges'] = listBadges(entry);
  }
  for (const name of Object.keys(version.document.webhooks)) {
    const event = find(document, 'webhooks', name, 'post');
    if (event['x-extension']) event['x-badges'] = [extensionBadge];
  }
  const components = find(document, 'components');
  markExtensions(components);
  listKnownValues(components);
  // The page knows the URL from which it is served; the build does not.
  delete document.servers;
  return document;
}

const extensionBadge = { name: 'Extension', position: 'after' };

function listBadges({ extension, planFeature }: OperationEntry): object[] {
  return [
    ...(planFeature ? [{ name: `Plan: ${planFeature}`, position: 'after' }] : []),
    ...(extension ? [extensionBadge] : []),
  ];
}

/** Renders what the server requires from a caller, and which errors it can return. */
function renderPolicy(entry: OperationEntry): string {
  const { scopes, planFeature, bodyLimitBytes, idempotent, filterFields, successor, failures } = entry;
  const takesBody = failures.some(({ messageKey }) => messageKey === 'payload_too_large');
  const keys = failures.map(({ status, messageKey }) => `${status}&nbsp;${code(messageKey)}`);
  return renderTable(
    ['Policy', 'Of this operation'],
    [
      ['Scope', scopes.map(code).join(' and ')],
      ['Plan', planFeature ? `one with the feature ${code(planFeature)}` : 'any'],
      ...(takesBody ? [['Largest body', formatBytes(bodyLimitBytes)]] : []),
      ...(idempotent ? [['Retries', `safe with ${code('Idempotency-Key')}`]] : []),
      ...(filterFields
        ? [['Filter and sort by', Object.entries(filterFields).map(describeField).join(', ')]]
        : []),
      ...(successor ? [['On v3', code(successor)]] : []),
      ['Errors', keys.join(', ')],
    ],
  );
}

function describeField([name, kind]: [string, string]): string {
  return `${code(name)} (${kind})`;
}

/** Parameters and fields cannot have badges, so the mark is put before their description. */
function markExtensions(value: unknown): void {
  if (!isDraft(value)) return;
  if (value['x-extension'] === true && typeof value.description === 'string') {
    value.description = `**Extension.** ${value.description}`;
  }
  for (const item of Object.values(value)) markExtensions(item);
}

/** Names what can grow, and lists the values of an enumeration, because the renderer shows only those of `enum`. */
function listKnownValues(value: unknown): void {
  if (!isDraft(value)) return;
  const known = value['x-extensible-enum'];
  if (Array.isArray(known)) {
    const sentence = `Known values: ${known.map((item) => code(String(item))).join(', ')}. Accept others as well.`;
    value.description = [value.description, sentence].filter(Boolean).join('\n\n');
  }
  if (value['x-extensible'] === true)
    value.description = `${value.description}\n\nAccept other choices than these as well.`;
  for (const item of Object.values(value)) listKnownValues(item);
}

function find(document: Draft, ...keys: string[]): Draft {
  return keys.reduce((node, key) => {
    const next = node[key];
    if (!isDraft(next)) throw new Error(`The document has nothing at ${keys.join(' > ')}.`);
    return next;
  }, document);
}

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null;
}
