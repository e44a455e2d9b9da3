import type { ContractVersion } from '../list-entries.js';
import { code, renderTable } from '../markdown.js';
import { readObject } from '../read-node.js';

/** The descriptions of the response headers. */
export function renderHeaders({ document }: ContractVersion, names: readonly string[]): string {
  const headers = document.components.headers ?? {};
  const rows = names.map((name) => {
    const { description } = readObject(document, headers[name]);
    if (description === undefined) throw new Error(`The document has no header ${name}.`);
    return [code(name), String(description)];
  });
  return renderTable(['Header', 'Meaning'], rows);
}

/** The headers of each webhook request. */
export function renderEventHeaders({ document }: ContractVersion): string {
  const parameters = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature', 'WebhookTraceparent'].map((name) =>
    readObject(document, document.components.parameters?.[name]),
  );
  return renderTable(
    ['Header', 'Meaning'],
    parameters.map(({ name, description }) => [code(String(name)), String(description)]),
  );
}
