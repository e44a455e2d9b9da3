/** Finds what stands at a path by walking through its segments: no pattern is tried that cannot match. */
export class RouteTree<Value> {
  readonly #root: Node<Value> = { fixed: new Map(), value: undefined, parameter: undefined };

  /** Adds a path like `/v3/chats/{chatId}`. */
  add(path: string, value: Value): void {
    let node = this.#root;
    for (const segment of path.split('/').slice(1)) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      node = name === undefined ? stepTo(node, segment) : stepToParameter(node, name, path);
    }
    if (node.value !== undefined) throw new Error(`The path ${path} is there twice.`);
    node.value = value;
  }

  /** Upper and lower case, and a slash at the end, make a difference. Fixed segments win over parameters. */
  find(path: string): Match<Value> | undefined {
    return find(this.#root, path.split('/'), 1);
  }
}

export interface Match<Value> {
  readonly value: Value;
  readonly params: Record<string, string>;
}

interface Node<Value> {
  readonly fixed: Map<string, Node<Value>>;
  parameter: { readonly name: string; readonly node: Node<Value> } | undefined;
  value: Value | undefined;
}

function stepTo<Value>(node: Node<Value>, segment: string): Node<Value> {
  const known = node.fixed.get(segment);
  if (known) return known;
  const next: Node<Value> = { fixed: new Map(), value: undefined, parameter: undefined };
  node.fixed.set(segment, next);
  return next;
}

function stepToParameter<Value>(node: Node<Value>, name: string, path: string): Node<Value> {
  node.parameter ??= { name, node: { fixed: new Map(), value: undefined, parameter: undefined } };
  if (node.parameter.name !== name) {
    throw new Error(`${path} calls {${name}} what another path calls {${node.parameter.name}}.`);
  }
  return node.parameter.node;
}

function find<Value>(node: Node<Value>, segments: string[], index: number): Match<Value> | undefined {
  const segment = segments[index];
  if (segment === undefined) return node.value === undefined ? undefined : { value: node.value, params: {} };
  const fixed = node.fixed.get(segment);
  const match = fixed && find(fixed, segments, index + 1);
  if (match || !node.parameter || segment === '') return match;
  const below = find(node.parameter.node, segments, index + 1);
  if (below) below.params[node.parameter.name] = decode(segment);
  return below;
}

/** What cannot be decoded, or holds a NUL, stays as it was sent: an id that does not exist. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? segment : text;
  } catch {
    return segment;
  }
}
