import { maxChildren, maxDepth, maxItemValues } from './json-bounds.js';
import { jsonBytes } from './json-bytes.js';
import { notJson, tooDeep } from './json-text.js';

/** Receives the brackets and commas of the two outer levels: the body (1), and the lists and objects in it (2). */
export interface NestingListener {
  open(level: 1 | 2, at: number): void;
  comma(level: 1 | 2, at: number): void;
  close(level: 1 | 2, at: number): void;
  /** The comma is followed by more children than `maxChildren`. */
  exceedChildren(level: 1 | 2, at: number, isList: boolean): void;
  exceedValues(): never;
}

/**
 * Follows the brackets and commas of a JSON text and counts values, without creating any. Everything between them is
 * not checked.
 */
export class JsonNesting {
  readonly #bytes: Buffer;
  readonly #listener: NestingListener;
  #at = 0;
  #isInText = false;
  #depth = 0;
  /** The bracket that ends the list or object at each depth. */
  readonly #closing = new Uint8Array(maxDepth + 1);
  /** The number of children so far, at the two outer levels. */
  readonly #children = [0, 0, 0];
  #itemValues = 0;

  constructor(bytes: Buffer, listener: NestingListener) {
    this.#bytes = bytes;
    this.#listener = listener;
  }

  get isComplete(): boolean {
    return this.#depth === 0 && !this.#isInText;
  }

  /** Continues up to this position. Returns false at the end of the bytes. */
  readTo(end: number): boolean {
    const bytes = this.#bytes;
    const last = Math.min(end, bytes.length);
    let at = this.#at;
    for (; at < last; at += 1) {
      const byte = bytes[at];
      if (this.#isInText) {
        if (byte === backslash) at += 1;
        else if (byte === quote) this.#isInText = false;
      } else if (byte === quote) this.#isInText = true;
      else if (byte === comma) this.#addChild(at);
      else if (byte === openList || byte === openObject) this.#open(at, byte);
      else if (byte === closeList || byte === closeObject) this.#close(at, byte);
    }
    this.#at = at;
    return at < bytes.length;
  }

  #addChild(at: number): void {
    const depth = this.#depth;
    if (depth === 0) throw notJson();
    if (depth !== 1 && depth !== 2) {
      this.#countValue();
      return;
    }
    const children = (this.#children[depth] ?? 0) + 1;
    this.#children[depth] = children;
    if (children <= maxChildren) this.#listener.comma(depth, at);
    else this.#listener.exceedChildren(depth, at, this.#closing[depth] === closeList);
  }

  #open(at: number, bracket: number): void {
    const depth = this.#depth + 1;
    if (depth > maxDepth) throw tooDeep();
    this.#depth = depth;
    // In ASCII, a closing bracket is two after the opening one.
    this.#closing[depth] = bracket + 2;
    if (depth === 1 || depth === 2) {
      this.#children[depth] = 1;
      this.#listener.open(depth, at);
    } else if (depth === 3) this.#itemValues = 1;
    else this.#countValue();
  }

  #close(at: number, bracket: number): void {
    const depth = this.#depth;
    if (this.#closing[depth] !== bracket) throw notJson();
    this.#depth = depth - 1;
    this.#closing[depth] = 0;
    if (depth === 1 || depth === 2) this.#listener.close(depth, at);
  }

  #countValue(): void {
    this.#itemValues += 1;
    if (this.#itemValues > maxItemValues) this.#listener.exceedValues();
  }
}

const { quote, comma, openList, backslash, closeList, openObject, closeObject } = jsonBytes;
