import type { Settings } from './options.js';

interface Named {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** Whether to test an operation: `only` is empty or names it, and `skip` does not name it. */
export function isSelected(operation: Named, { only, skip }: Pick<Settings, 'only' | 'skip'>): boolean {
  const isNamed = (pattern: string) => matches(operation, pattern);
  return (only.length === 0 || only.some(isNamed)) && !skip.some(isNamed);
}

function matches({ id, method, path }: Named, pattern: string): boolean {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const expression = new RegExp(`^${escaped}$`, 'i');
  return [id, `${method} ${path}`, path].some((name) => expression.test(name));
}
