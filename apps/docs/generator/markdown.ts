import type { OperationEntry } from './list-entries.js';

/** Renders a Markdown table. Each cell is Markdown on one line. */
export function renderTable(
  head: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(renderCell).join(' | ')} |`,
  );
  return `${lines.join('\n')}\n`;
}

/** VitePress marks inline code with `v-pre`, so that Vue does not interpret braces in it as an expression. */
export function code(text: string): string {
  return `\`${text}\``;
}

export function operationLink({ operationId, link }: Pick<OperationEntry, 'operationId' | 'link'>): string {
  return `[${code(operationId)}](${link})`;
}

export function requestLine({ method, fullPath }: Pick<OperationEntry, 'method' | 'fullPath'>): string {
  return code(`${method.toUpperCase()} ${fullPath}`);
}

export function formatBytes(bytes: number): string {
  return `${Number((bytes / 1024 ** 2).toFixed(1))} MiB`;
}

function renderCell(cell: string | number): string {
  return String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ');
}
