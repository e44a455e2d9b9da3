/** A tenant, or the network of senders that are not verified yet. */
export interface BodyOwner {
  readonly kind: 'tenant' | 'network';
  readonly id: string;
}

/** What the owners of one kind may hold: all together, and one of them when the others hold `othersBytes`. */
export interface BodyLimits {
  readonly limitBytes: number;
  readonly limitOfOne: (othersBytes: number) => number;
}

export interface BodyMemoryOptions extends Readonly<Record<BodyOwner['kind'], BodyLimits>> {
  readonly limitBytes: number;
}

/** Counts the bytes in memory, in total and of each owner. */
export class BodyMemory {
  readonly #limitBytes: number;
  readonly #owners: Readonly<Record<BodyOwner['kind'], Owners>>;

  constructor({ limitBytes, tenant, network }: BodyMemoryOptions) {
    this.#limitBytes = limitBytes;
    this.#owners = { tenant: new Owners(tenant), network: new Owners(network) };
  }

  get heldBytes(): number {
    return this.#owners.tenant.heldBytes + this.#owners.network.heldBytes;
  }

  /** Returns false, and changes nothing, when there is no room. */
  add({ kind, id }: BodyOwner, bytes: number): boolean {
    const isFull = this.heldBytes + bytes > this.#limitBytes || this.#owners[kind].isFull(bytes);
    if (isFull || !this.hasOwnRoom({ kind, id }, bytes)) return false;
    this.#owners[kind].add(id, bytes);
    return true;
  }

  /** Whether the owner's own limit leaves room. */
  hasOwnRoom({ kind, id }: BodyOwner, bytes: number): boolean {
    return this.#owners[kind].hasOwnRoom(id, bytes);
  }

  remove({ kind, id }: BodyOwner, bytes: number): void {
    this.#owners[kind].remove(id, bytes);
  }
}

/** What one request holds of a memory. */
export class Holding {
  readonly #memory: BodyMemory;
  #owner: BodyOwner;
  #bytes = 0;

  constructor(memory: BodyMemory, owner: BodyOwner) {
    this.#memory = memory;
    this.#owner = owner;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns false when there is no room. */
  growTo(bytes: number): boolean {
    const more = bytes - this.#bytes;
    if (more <= 0) return true;
    if (!this.#memory.add(this.#owner, more)) return false;
    this.#bytes = bytes;
    return true;
  }

  /** Whether the owner, and not only all owners together, may hold this many bytes. */
  hasOwnRoom(bytes: number): boolean {
    return this.#memory.hasOwnRoom(this.#owner, bytes - this.#bytes);
  }

  /** Returns false, and holds nothing any more, when the new owner has no room. */
  moveTo(owner: BodyOwner): boolean {
    const bytes = this.#bytes;
    this.release();
    this.#owner = owner;
    return this.growTo(bytes);
  }

  release(): void {
    this.#memory.remove(this.#owner, this.#bytes);
    this.#bytes = 0;
  }
}

class Owners {
  readonly #limits: BodyLimits;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  get heldBytes(): number {
    return this.#held;
  }

  isFull(bytes: number): boolean {
    return this.#held + bytes > this.#limits.limitBytes;
  }

  hasOwnRoom(id: string, bytes: number): boolean {
    const own = this.#heldBy.get(id) ?? 0;
    return own + bytes <= this.#limits.limitOfOne(this.#held - own);
  }

  add(id: string, bytes: number): void {
    this.#held += bytes;
    this.#heldBy.set(id, (this.#heldBy.get(id) ?? 0) + bytes);
  }

  remove(id: string, bytes: number): void {
    this.#held -= bytes;
    const rest = (this.#heldBy.get(id) ?? 0) - bytes;
    if (rest > 0) this.#heldBy.set(id, rest);
    else this.#heldBy.delete(id);
  }
}
