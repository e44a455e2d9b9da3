const maxKinds = 10;

/**
 * Counts the items of one body that are skipped, by the provider's name for their kind. A body can have 200,000 of
 * them, and a log line for each would block the event loop for seconds.
 */
export class SkippedItems {
  readonly #counts = new Map<string, number>();

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  add(kind: string): void {
    const isKnown = this.#counts.has(kind) || this.#counts.size < maxKinds;
    const counted = isKnown ? kind : 'other';
    this.#counts.set(counted, (this.#counts.get(counted) ?? 0) + 1);
  }
}
