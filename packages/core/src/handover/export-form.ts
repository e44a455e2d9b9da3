import type { ProtectedDataKey } from './data-key-protection.js';

/** The first line of an export. It names no time, so that two exports of the same data are equal. */
export interface ExportHeader {
  readonly kind: 'header';
  readonly format: number;
  readonly workspace: { readonly id: string; readonly slug: string };
  readonly secrets: 'sealed' | 'left_out';
  /** The tables in the order of their rows, each with its columns. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

/** The last line. Without it, an export is incomplete. */
export interface ExportEnd {
  readonly kind: 'end';
  /** The number of lines before this one. */
  readonly lines: number;
  /** SHA-256 of these lines with their line feeds, in hexadecimal. */
  readonly sha256: string;
}

/** Rows are written by the database, so that no number loses digits. */
export interface RowLine {
  readonly kind: 'row';
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export interface JobLine {
  readonly kind: 'job';
  readonly task: string;
  readonly payload: Readonly<Record<string, string>>;
}

/** The row of this file was written before, and its bytes are missing: it was deleted during the export. */
export interface MissingFileLine {
  readonly kind: 'missing_file';
  readonly fileId: string;
}

export type ExportLine = ExportHeader | RowLine | JobLine | MissingFileLine | ExportEnd;

/** Called after each batch, for commands that take long. */
export type ReportProgress = (progress: { readonly part: string; readonly done: number }) => void;

/** Where an export is written. */
export interface ExportTarget {
  writeLine(line: string): Promise<void>;
  /** When the bytes cannot be read to the end, it keeps none of them and throws the error. */
  writeFile(fileId: string, chunks: AsyncIterable<Buffer>): Promise<void>;
  writeDataKey(key: ProtectedDataKey): Promise<void>;
}

/** Where an export is read from. */
export interface ImportSource {
  readLines(): AsyncIterable<string>;
  readFile(fileId: string): AsyncIterable<Buffer>;
  /** Undefined when the export has none. */
  readDataKey(): Promise<ProtectedDataKey | undefined>;
}
