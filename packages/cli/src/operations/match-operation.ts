import { type Operation, v3 } from '@parley/contract/operations';

export interface MatchedOperation {
  readonly operation: Operation;
  /** The parameters of the path, by name. */
  readonly path: Readonly<Record<string, string>>;
}

/** Finds the operation of a request; undefined if this release of the command does not know it. */
export function matchOperation(method: string, path: string): MatchedOperation | undefined {
  const segments = path.split('/');
  return operationsOf(method)
    .map((operation) => ({ operation, path: matchPath(operation.path.split('/'), segments) }))
    .filter((match): match is MatchedOperation => match.path !== undefined)
    .toSorted((one, other) => Object.keys(one.path).length - Object.keys(other.path).length)[0];
}

/** The paths that begin like an unfinished one; ids that are typed already stay. */
export function completePath(method: string, unfinished: string): Array<{ word: string; summary: string }> {
  const typed = unfinished.split('/');
  const begun = typed.slice(0, -1);
  return operationsOf(method).flatMap(({ path, operationId }) => {
    const segments = `${v3.basePath}${path}`.split('/');
    if (matchPath(segments.slice(0, begun.length), begun) === undefined) return [];
    const last = segments[begun.length];
    const isTyped = last !== undefined && isParameter(last) && typed.at(-1) !== '';
    const kept = isTyped ? typed : begun;
    return [{ word: [...kept, ...segments.slice(kept.length)].join('/'), summary: operationId }];
  });
}

function operationsOf(method: string): Operation[] {
  const operations: Operation[] = Object.values(v3.operations);
  return operations.filter((operation) => operation.method.toUpperCase() === method);
}

function matchPath(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    if (isParameter(part) && segment !== '') values[part.slice(1, -1)] = decode(segment);
    else if (part !== segment) return undefined;
  }
  return values;
}

function isParameter(part: string): boolean {
  return part.startsWith('{');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
