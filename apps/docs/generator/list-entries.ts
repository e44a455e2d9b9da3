import {
  type OpenApiDocument,
  type OpenApiOperation,
  v2Document,
  v3Document,
} from '@parley/contract/documents';
import { type ApiVersion, type Operation, v2, v3 } from '@parley/contract/operations';
import { operationAnchor, webhookAnchor } from './anchors.js';
import { type Failure, readFailures } from './read-failures.js';

export type VersionName = 'v3' | 'v2';

/** An operation, with the information that the site shows about it. */
export interface OperationEntry extends Operation {
  readonly version: VersionName;
  /** The path with the version: `/v3/chats/{chatId}`. */
  readonly fullPath: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly failures: readonly Failure[];
  readonly link: string;
  /** The place on the page that sends requests. */
  readonly anchor: string;
}

export interface EventEntry {
  readonly name: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly link: string;
  readonly version: VersionName;
  readonly anchor: string;
}

export interface ContractVersion {
  readonly name: VersionName;
  readonly document: OpenApiDocument;
  readonly table: ApiVersion;
}

export const contractVersions: Readonly<Record<VersionName, ContractVersion>> = {
  v3: { name: 'v3', document: v3Document, table: v3 },
  v2: { name: 'v2', document: v2Document, table: v2 },
};

/** Lists the operations in the order of their tags, as the reference does. */
export function listEntries({ name, document, table }: ContractVersion): OperationEntry[] {
  const entries = Object.values(table.operations).map((operation): OperationEntry => {
    const written = findOperation(document, operation);
    const [tag = ''] = written.tags;
    return {
      ...operation,
      version: name,
      fullPath: `${table.basePath}${operation.path}`,
      tag,
      summary: written.summary,
      description: written.description,
      failures: readFailures(document, written),
      link: `/reference/${name}/${operation.operationId}`,
      anchor: operationAnchor(tag, operation.operationId),
    };
  });
  return document.tags.flatMap((tag) => entries.filter((entry) => entry.tag === tag.name));
}

export function listEvents({ name, document }: ContractVersion): EventEntry[] {
  return Object.entries(document.webhooks).map(([event, item]) => {
    if (!item.post) throw new Error(`The document has no webhook for the event ${event}.`);
    const { summary, description, tags } = item.post;
    const [tag = ''] = tags;
    const link = `/reference/${name}/events/${event}`;
    return { name: event, version: name, tag, summary, description, link, anchor: webhookAnchor(tag, event) };
  });
}

function findOperation(
  document: OpenApiDocument,
  { method, path, operationId }: Operation,
): OpenApiOperation {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`${operationId} is in the table of operations, but not in the document.`);
  return operation;
}
