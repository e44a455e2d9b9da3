import { jsonBytes } from './json-bytes.js';
import { notJson, parseJsonText } from './json-text.js';

/** A list or an object that is created from pieces of its text, each with some of its children. */
export class PartialContainer {
  readonly #bytes: Buffer;
  readonly #isList: boolean;
  readonly #list: unknown[] = [];
  readonly #object: Record<string, unknown> = {};
  #parsedTo: number;
  #isEmpty = true;
  /** The last child was added whole, and only a comma or the closing bracket may follow. */
  #isAfterChild = false;

  /** `start` is the position of the opening bracket. */
  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes;
    this.#isList = bytes[start] === jsonBytes.openList;
    this.#parsedTo = start + 1;
  }

  get value(): unknown {
    return this.#isList ? this.#list : this.#object;
  }

  /** Where the text begins that was not parsed yet. */
  get parsedTo(): number {
    return this.#parsedTo;
  }

  /** Parses the children before the comma or closing bracket at `end`. */
  addUpTo(end: number, { isClosing = false } = {}): void {
    const text = this.#bytes.toString('utf8', this.#parsedTo, end);
    if (this.#isAfterChild) checkBlank(text);
    // Only `[]` and `{}` have no child before their end.
    else if (this.#addAll(this.#parse(text)) === 0 && !(isClosing && this.#isEmpty)) throw notJson();
    this.#isAfterChild = false;
    this.#isEmpty = false;
    this.#parsedTo = end + 1;
  }

  /** Does the same if that many bytes were not parsed yet, so that few pieces are parsed. */
  addIfLong(end: number, pieceBytes: number): void {
    if (this.#isAfterChild || end - this.#parsedTo >= pieceBytes) this.addUpTo(end);
  }

  /** Returns the key of the child whose opening bracket is at `start`, and '' in a list. */
  keyBefore(start: number): string {
    // There was no comma after the child before.
    if (this.#isAfterChild) throw notJson();
    // Together with an empty list, the text before is one child only if it is blank, or a key with a colon.
    const before = this.#parse(`${this.#bytes.toString('utf8', this.#parsedTo, start)}[]`);
    return Array.isArray(before) ? '' : (Object.keys(before)[0] ?? '');
  }

  /** Adds a child that was created from its own pieces, and whose text ends before `end`. */
  addChild(key: string, value: unknown, end: number): void {
    if (this.#isList) this.#list.push(value);
    else this.#set(key, value);
    this.#isAfterChild = true;
    this.#isEmpty = false;
    this.#parsedTo = end;
  }

  #parse(text: string): object {
    // A text in brackets is a list or an object.
    return parseJsonText(this.#isList ? `[${text}]` : `{${text}}`) as object;
  }

  #addAll(children: object): number {
    if (Array.isArray(children)) {
      for (const child of children) this.#list.push(child);
      return children.length;
    }
    const entries = Object.entries(children);
    for (const [key, child] of entries) this.#set(key, child);
    return entries.length;
  }

  #set(key: string, value: unknown): void {
    // An assignment to this key would set the prototype.
    if (key !== '__proto__') this.#object[key] = value;
    else
      Object.defineProperty(this.#object, key, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
}

/** JSON allows only these characters around its values (RFC 8259, 2). */
export function checkBlank(text: string): void {
  if (/[^ \t\n\r]/.test(text)) throw notJson();
}
