/** A body of a sender that is not verified. */
export interface UnfinishedBody {
  /** Undefined after the sender was verified. */
  readonly network: string | undefined;
}

/** The bodies that have not arrived completely, the oldest first. */
export class UnfinishedBodies {
  readonly #bodies = new Map<UnfinishedBody, () => void>();

  add(body: UnfinishedBody, refuse: () => void): void {
    this.#bodies.set(body, refuse);
  }

  delete(body: UnfinishedBody): void {
    this.#bodies.delete(body);
  }

  /** Refuses the oldest other body, of one network if given. Returns false when there is none. */
  refuseOldest(than: UnfinishedBody, network: string | undefined): boolean {
    for (const [body, refuse] of this.#bodies) {
      if (body === than || (network !== undefined && body.network !== network)) continue;
      this.#bodies.delete(body);
      refuse();
      return true;
    }
    return false;
  }
}
