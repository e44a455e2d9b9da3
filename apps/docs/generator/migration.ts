import {
  type EventMigration,
  type FieldMigration,
  migration,
  type OperationMigration,
} from '@parley/contract/migration';
import type { EventEntry, OperationEntry } from './list-entries.js';
import { code, operationLink, renderTable, requestLine } from './markdown.js';

export interface MigrationEntries {
  readonly legacy: readonly OperationEntry[];
  readonly current: readonly OperationEntry[];
}

/** Renders the operations that replace those of v2. */
export function renderSuccessors(entries: MigrationEntries): string {
  const rows = migration.operations.map((move) => {
    const old = findEntry(entries.legacy, move.operationId);
    const successors = listSuccessors(move).map((id) => findEntry(entries.current, id));
    return [
      `${operationLink(old)}<br>${requestLine(old)}`,
      successors.map((one) => `${operationLink(one)}<br>${requestLine(one)}`).join('<br>then ') || 'nothing',
      move.note ?? '',
    ];
  });
  return renderMoves(rows);
}

/** Renders the fields of each operation that were moved or renamed. */
export function renderFieldMoves({ legacy, current }: MigrationEntries): string {
  return migration.operations
    .map((move) => {
      const old = findEntry(legacy, move.operationId);
      const names = listSuccessors(move).map((id) => operationLink(findEntry(current, id)));
      return [
        `### ${old.summary}`,
        `${operationLink(old)} → ${names.join(', then ') || 'nothing'}`,
        renderFields('In the request', 'and', move.request),
        renderFields('In the response', 'or', move.response),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
    })
    .join('\n\n');
}

/** Renders the events that replace those of v2. */
export function renderEventMoves(events: readonly EventEntry[]): string {
  const rows = migration.events.map(({ type, successor, note }: EventMigration) => {
    const event = events.find(({ name }) => name === successor);
    return [code(type), event ? `[${code(event.name)}](${event.link})` : 'nothing', note ?? ''];
  });
  return renderMoves(rows);
}

/** The class makes the tables readable on narrow screens. */
function renderMoves(rows: ReadonlyArray<readonly string[]>): string {
  return `<div class="moves">\n\n${renderTable(['v2', 'v3', 'What is different'], rows)}\n</div>\n`;
}

function listSuccessors({ successor, followedBy }: OperationMigration): string[] {
  return successor === null ? [] : [successor, ...followedBy];
}

/** If several values replace one, a request has all of them and a response has any of them. */
function renderFields(title: string, joint: 'and' | 'or', fields: readonly FieldMigration[]): string {
  const moved = fields.filter(isMoved);
  if (moved.length === 0)
    return fields.length === 0 ? '' : `${title} all fields keep their names and values.`;
  const kept = fields.length - moved.length;
  const rest = kept === 0 ? '' : '\nThe others keep their names and values.';
  const rows = moved.map((field) => describeField(field, joint));
  return `${title}:\n\n${renderMoves(rows)}${rest}`;
}

function isMoved({ from, to, values, template, with: other, note }: FieldMigration): boolean {
  return from !== to || [values, template, other, note].some((part) => part !== null);
}

function describeField(field: FieldMigration, joint: 'and' | 'or'): string[] {
  const { from, to, values, template, with: other, note } = field;
  const parts = [
    template === null ? '' : `Write ${code(template)}.`,
    ...Object.entries(other ?? {}).map(([name, value]) => `With ${code(name)} set to ${code(value)}.`),
    ...Object.entries(values ?? {}).map(
      ([old, now]) => `${code(old)} → ${[now].flat().map(code).join(` ${joint} `)}`,
    ),
    note ?? '',
  ];
  return [code(from), to === null ? 'gone' : code(to), parts.filter((part) => part !== '').join('<br>')];
}

function findEntry(entries: readonly OperationEntry[], operationId: string): OperationEntry {
  const entry = entries.find((one) => one.operationId === operationId);
  if (!entry) throw new Error(`The migration refers to ${operationId}, which does not exist.`);
  return entry;
}
