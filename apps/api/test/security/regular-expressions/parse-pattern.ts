/** The structure of a regular expression, as far as it is needed to generate texts that are slow to match. */
export type Shape =
  | { readonly type: 'characters'; readonly samples: readonly string[] }
  | { readonly type: 'sequence'; readonly parts: readonly Shape[] }
  | { readonly type: 'choice'; readonly branches: readonly Shape[] }
  | { readonly type: 'repetition'; readonly body: Shape; readonly min: number; readonly max: number };

/** Throws on unknown syntax, so that no pattern is skipped. */
export function parsePattern({ source, flags }: RegExp): Shape {
  const beginnings = listBeginnings(new PatternParser(source, flags).parse());
  return new PatternParser(source, flags, beginnings).parse();
}

/** Returns characters with which a match can begin. */
function listBeginnings(shape: Shape): readonly string[] {
  switch (shape.type) {
    case 'characters':
      return shape.samples.slice(0, 1);
    case 'choice':
      return shape.branches.flatMap(listBeginnings);
    case 'repetition':
      return listBeginnings(shape.body);
    case 'sequence': {
      const first = shape.parts.findIndex((part) => !isOptional(part));
      return shape.parts.slice(0, first === -1 ? undefined : first + 1).flatMap(listBeginnings);
    }
  }
}

/** Whether a match can begin after this part, because the part can be empty. */
function isOptional(shape: Shape): boolean {
  return shape === nothing || (shape.type === 'repetition' && shape.min === 0);
}

class PatternParser {
  readonly #source: string;
  readonly #flags: string;
  readonly #candidates: readonly string[];
  #at = 0;

  /**
   * The `beginnings` are among the first samples of every atom that matches them: an expression is quadratic if each
   * repetition contains another beginning, as `\"` does in an expression for strings in quotes.
   */
  constructor(source: string, flags: string, beginnings: readonly string[] = []) {
    this.#source = source;
    this.#flags = flags.replaceAll(/[gy]/g, '');
    this.#candidates = [
      ...new Set([
        'a',
        ...beginnings,
        ...'0 _!/<"\n\r\t\u00e9\u0001',
        ...source,
        '\uFEFF',
        '\u2029',
        '\uD800',
        '\u{1F600}',
        '\u{1F3FD}',
        '\u4e00',
      ]),
    ];
  }

  parse(): Shape {
    const shape = this.#parseChoice();
    if (this.#at < this.#source.length) this.#fail();
    return shape;
  }

  #parseChoice(): Shape {
    const branches = [this.#parseSequence()];
    while (this.#take(/\|/y)) branches.push(this.#parseSequence());
    return branches.length === 1 && branches[0] ? branches[0] : { type: 'choice', branches };
  }

  #parseSequence(): Shape {
    const parts: Shape[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at] ?? '')) {
      parts.push(this.#parseRepetition(this.#parseAtom()));
    }
    return { type: 'sequence', parts };
  }

  #parseAtom(): Shape {
    // Anchors match no text, and a backreference only repeats text that its group has matched already.
    if (this.#take(/\^|\$|\\[bB1-9]/y)) return nothing;
    const group = this.#take(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y);
    if (group !== undefined) {
      const body = this.#parseChoice();
      if (!this.#take(/\)/y)) this.#fail();
      return /[=!]$/.test(group) ? nothing : body;
    }
    const atom =
      this.#take(/\[(?:[^\]\\]|\\.)*\]/sy) ??
      this.#take(/\\(?:u\{\w+\}|u\w{4}|x\w{2}|[pP]\{[\w=]+\}|[^\dkc]|0)/sy) ??
      this.#take(/[^()[\]{}*+?|\\]/sy);
    return atom === undefined ? this.#fail() : { type: 'characters', samples: this.#findSamples(atom) };
  }

  #parseRepetition(body: Shape): Shape {
    const sign = this.#take(/[*+?]\??|\{\d+(?:,\d*)?\}\??/y);
    if (sign === undefined) return body;
    const [min = 0, max = min] = (bounds[sign[0] ?? ''] ?? readBounds(sign)).values();
    return { type: 'repetition', body, min, max };
  }

  #findSamples(atom: string): readonly string[] {
    const whole = new RegExp(`^(?:${atom})$`, this.#flags);
    const samples = this.#candidates.filter((candidate) => whole.test(candidate));
    if (samples.length === 0) samples.push(decode(atom));
    return samples.slice(0, 6);
  }

  #take(token: RegExp): string | undefined {
    token.lastIndex = this.#at;
    const [found] = token.exec(this.#source) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  #fail(): never {
    throw new Error(`/${this.#source}/ cannot be parsed from position ${this.#at} on.`);
  }
}

const nothing: Shape = { type: 'sequence', parts: [] };

const bounds: Readonly<Record<string, readonly number[]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};

function readBounds(sign: string): readonly number[] {
  const [, min, comma, max] = /^\{(\d+)(,?)(\d*)\}/.exec(sign) ?? [];
  if (comma === '') return [Number(min), Number(min)];
  return [Number(min), max === '' ? Number.POSITIVE_INFINITY : Number(max)];
}

/** Returns a character that the pattern writes as a code, for an atom that none of the candidates matches. */
function decode(atom: string): string {
  const code = /\\(?:u\{?|x)([\da-f]{2,6})/i.exec(atom)?.[1];
  if (code === undefined) throw new Error(`No known character matches ${atom}.`);
  return String.fromCodePoint(Number.parseInt(code, 16));
}
