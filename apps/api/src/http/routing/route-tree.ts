import findMyWay from 'find-my-way';

/** Finds the value of a path. Paths are case-sensitive, and a trailing slash makes a difference. */
export class RouteTree<Value> {
  // A parameter may be as long as the head of a request. Only paths are looked up, so all of them use the same method.
  readonly #router = findMyWay({ caseSensitive: true, maxParamLength: 16_384 });

  readonly #values: Value[] = [];

  /** The values of all paths. */
  get values(): readonly Value[] {
    return this.#values;
  }

  /** Adds a path like `/v3/chats/{chatId}`. Fixed segments win over parameters. */
  add(path: string, value: Value): void {
    this.#values.push(value);
    this.#router.on('GET', path.replaceAll(/\{([^{}]+)\}/g, ':$1'), () => undefined, value);
  }

  find(path: string): Match<Value> | undefined {
    // The router would also decode fixed segments. A percent sign that is escaped twice is left unchanged.
    const isEncoded = path.includes('%');
    const found = this.#router.find('GET', isEncoded ? path.replaceAll('%', '%25') : path);
    if (!found) return undefined;
    // The router returns one string for each parameter of the path.
    const params = found.params as Record<string, string>;
    for (const name in params) {
      if (params[name] === '') return undefined;
      if (isEncoded) params[name] = decode(params[name] ?? '');
    }
    return { value: found.store, params };
  }
}

export interface Match<Value> {
  readonly value: Value;
  readonly params: Record<string, string>;
}

/** Text that cannot be decoded or that contains NUL is left unchanged; it is then an id that does not exist. */
function decode(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? segment : text;
  } catch {
    return segment;
  }
}
