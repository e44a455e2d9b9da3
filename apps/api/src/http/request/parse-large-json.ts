import { EventLoopSlices } from '../large-bodies/event-loop-slices.js';
import { tooManyKeys, tooManyValues } from './json-bounds.js';
import { JsonNesting, type NestingListener } from './json-nesting.js';
import { notJson, parseJsonText } from './json-text.js';
import { checkBlank, PartialContainer } from './partial-container.js';

/** This many bytes are parsed at once, which takes at most a few milliseconds. */
const pieceBytes = 32 * 1024;

/**
 * Parses a large body in slices, with the result of `JSON.parse`, and refuses one with more values than any operation
 * accepts. A list in the body that is too long for any operation is cut, so that the schema can name its limit. A thread would not help: receiving millions of values from a thread takes as long as parsing them.
 */
export async function parseLargeJson(bytes: Buffer): Promise<unknown> {
  const slices = new EventLoopSlices();
  const body = new LargeBody(bytes);
  const nesting = new JsonNesting(bytes, body);
  for (let end = pieceBytes; nesting.readTo(end); end += pieceBytes) {
    if (slices.isSliceOver) await slices.next();
  }
  if (!nesting.isComplete) throw notJson();
  return body.finish();
}

/**
 * Creates a body from pieces of its text. The pieces end at commas of the body, and at commas of a long list or object
 * in the body.
 */
class LargeBody implements NestingListener {
  readonly #bytes: Buffer;
  #body: PartialContainer | undefined;
  /** Where the child of the body begins that is being read, and where its opening bracket is. */
  #childStart = 0;
  #bracket = 0;
  /** That child, if it is long. */
  #child: LongChild | undefined;
  /** The child is a list that is too long, and its further items are not created. */
  #isCut = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  open(level: 1 | 2, at: number): void {
    if (level === 2) {
      this.#bracket = at;
      return;
    }
    // A second value would follow the first one.
    if (this.#body) throw notJson();
    checkBlank(this.#bytes.toString('utf8', 0, at));
    this.#body = new PartialContainer(this.#bytes, at);
    this.#childStart = at + 1;
  }

  comma(level: 1 | 2, at: number): void {
    if (level === 1) {
      this.#openBody().addIfLong(at, pieceBytes);
      this.#childStart = at + 1;
    } else if (this.#child) this.#child.container.addIfLong(at, pieceBytes);
    else if (at - this.#bracket >= pieceBytes) this.#openChild().container.addUpTo(at);
  }

  close(level: 1 | 2, at: number): void {
    const body = this.#openBody();
    if (level === 1) body.addUpTo(at, { isClosing: true });
    else if (this.#child) {
      const { key, container } = this.#child;
      if (!this.#isCut) container.addUpTo(at, { isClosing: true });
      body.addChild(key, container.value, at + 1);
      this.#child = undefined;
      this.#isCut = false;
    }
  }

  /** The schema refuses such a list because of its length, and names the limit. */
  exceedChildren(level: 1 | 2, at: number, isList: boolean): void {
    if (level === 1 || !isList) throw tooManyKeys(level === 1 ? 'body' : this.#childPath());
    if (!this.#isCut) this.#openChild().container.addUpTo(at);
    this.#isCut = true;
  }

  exceedValues(): never {
    throw tooManyValues(this.#childPath());
  }

  finish(): unknown {
    // The whole text is a text, a number or a literal.
    if (!this.#body) return parseJsonText(this.#bytes.toString('utf8'));
    checkBlank(this.#bytes.toString('utf8', this.#body.parsedTo));
    return this.#body.value;
  }

  /** An item of a body that is a list has no key. */
  #childPath(): string {
    return this.#openChild().key || 'body';
  }

  #openBody(): PartialContainer {
    if (!this.#body) throw notJson();
    return this.#body;
  }

  #openChild(): LongChild {
    const body = this.#openBody();
    if (this.#child) return this.#child;
    if (body.parsedTo < this.#childStart) body.addUpTo(this.#childStart - 1);
    const key = body.keyBefore(this.#bracket);
    this.#child = { key, container: new PartialContainer(this.#bytes, this.#bracket) };
    return this.#child;
  }
}

interface LongChild {
  /** The key of a property of the body, and '' if the body is a list. */
  readonly key: string;
  readonly container: PartialContainer;
}
