/** Known values of the server, by the resource that they identify. */
export interface ValuePool {
  add(resource: string, entry: PoolEntry): void;
  /**
   * Chooses a value; `pick` can be any number. With 0 it is the first value of the caller, or else the newest. Values
   * of the document's examples are used only if there is no other.
   */
  pick(resources: readonly string[], pick: number): PoolEntry | undefined;
  /** Removes a value that the server does not seem to have. Values of the caller are kept. */
  drop(value: unknown): void;
  /** Removes a value that was deleted, even one of the caller. Another resource may have the same identifier. */
  forget(resources: readonly string[], value: unknown): void;
  count(resources: readonly string[]): number;
  readonly size: number;
}

export interface PoolEntry {
  readonly value: string | number;
  readonly origin: 'given' | 'response' | 'example';
  /** The path parameters with which the value was found, by name; it may belong to the record that they identify. */
  readonly parents?: Readonly<Record<string, unknown>>;
  /** The operation whose response held it. */
  readonly operationId?: string;
}

/** Newer values replace the oldest ones. */
const mostPerResource = 200;

export function createPool(): ValuePool {
  const entries = new Map<string, PoolEntry[]>();
  const listFor = (resources: readonly string[]) => {
    for (const resource of resources) {
      const list = usable(entries.get(resource));
      if (list.length > 0) return list;
    }
    return usable(similar(entries, resources));
  };
  return {
    add(resource, entry) {
      const list = entries.get(resource) ?? [];
      entries.set(resource, list);
      if (list.some(({ value, origin }) => value === entry.value && origin !== 'example')) return;
      list.push(entry);
      if (list.length > mostPerResource) list.shift();
    },
    pick(resources, pick) {
      const list = listFor(resources);
      const given = list.filter(({ origin }) => origin === 'given');
      const others = list.filter(({ origin }) => origin !== 'given').reverse();
      return [...given, ...others][pick % list.length];
    },
    drop(value) {
      for (const [resource, list] of entries) {
        entries.set(
          resource,
          list.filter((entry) => entry.value !== value || entry.origin === 'given'),
        );
      }
    },
    forget(resources, value) {
      this.drop(value);
      for (const resource of resources) {
        const list = entries.get(resource) ?? [];
        entries.set(
          resource,
          list.filter((entry) => entry.value !== value),
        );
      }
    },
    count: (resources) => listFor(resources).filter(({ origin }) => origin !== 'example').length,
    get size() {
      return [...entries.values()].reduce((sum, list) => sum + list.length, 0);
    },
  };
}

function usable(list: readonly PoolEntry[] | undefined): readonly PoolEntry[] {
  const real = list?.filter(({ origin }) => origin !== 'example') ?? [];
  return real.length > 0 ? real : (list ?? []);
}

/** `webhook` may be called `apiwebhook` elsewhere, and `latestmessage` is a `message`. */
function similar(entries: Map<string, PoolEntry[]>, resources: readonly string[]): readonly PoolEntry[] {
  for (const [known, list] of entries) {
    if (list.length > 0 && resources.some((name) => isSimilar(known, name))) return list;
  }
  return [];
}

function isSimilar(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 4 && (a.endsWith(b) || b.endsWith(a));
}
