import { printableJson } from './printable.js';
import { createStyle, type Style } from './style.js';

/** Where a command prints. Results go to stdout, and everything else to stderr, so that a pipe contains results only. */
export interface Output {
  readonly isJson: boolean;
  /** The colours of stdout. */
  readonly style: Style;
  /** Prints the result: a text for people, or one JSON document. */
  result(value: unknown, text: (style: Style) => string): void;
  /** Prints one result of many: a line for people, or a line of JSON. */
  item(value: unknown, text: (style: Style) => string): void;
  /** Prints bytes or a text as they are. */
  raw(content: string | Uint8Array): void;
  /** Tells a person what is happening; silent with `--json`. */
  note(text: (style: Style) => string): void;
}

export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

export interface OutputOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isJson: boolean;
}

export function createOutput({ stdout, stderr, env, isJson }: OutputOptions): Output {
  const style = createStyle(stdout, env);
  const noteStyle = createStyle(stderr, env);
  const print = (value: unknown, text: (style: Style) => string, indent?: number) =>
    stdout.write(isJson ? `${printableJson(value, indent)}\n` : text(style));
  return {
    isJson,
    style,
    result: (value, text) => void print(value, text, 2),
    item: (value, text) => void print(value, text),
    raw: (content) => void stdout.write(content),
    note: (text) => {
      if (!isJson) stderr.write(text(noteStyle));
    },
  };
}
