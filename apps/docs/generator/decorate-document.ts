import { type ContractVersion, listEntries, type OperationEntry } from './list-entries.js';
import { listPolicy, policyHead } from './list-policy.js';
import { code, renderTable } from './markdown.js';

type Draft = Record<string, unknown>;

/**
 * Returns the document for the reference. Our extension keys are written as descriptions and badges, because the
 * renderer of the reference does not know them. The server publishes the document without these additions.
 */
export function decorateDocument(version: ContractVersion): object {
  const document = structuredClone<unknown>(version.document) as Draft;
  const info = find(document, 'info');
  info.description = [info.description, extensionNote].filter(Boolean).join('\n\n');
  for (const entry of listEntries(version)) {
    const operation = find(document, 'paths', entry.path, entry.method);
    operation.description = `${entry.description}\n\n${renderPolicyWithErrors(entry)}`;
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

/** Explains the badge. */
export const extensionNote =
  'An **Extension** is an operation, event, parameter or field that the published specification of the API does not have. ' +
  'This service adds it. It has the same guarantees as everything else: changes that break clients are announced in the changelog.';

const extensionBadge = { name: 'Extension', position: 'after' };

function listBadges({ extension, planFeature }: OperationEntry): object[] {
  return [
    ...(planFeature ? [{ name: `Plan: ${planFeature}`, position: 'after' }] : []),
    ...(extension ? [extensionBadge] : []),
  ];
}

/** Renders what the server requires from a caller, and which errors it can return. */
function renderPolicyWithErrors(entry: OperationEntry): string {
  const keys = entry.failures.map(({ status, messageKey }) => `${status}&nbsp;${code(messageKey)}`);
  return renderTable(policyHead, [...listPolicy(entry), ['Errors', keys.join(', ')]]);
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
