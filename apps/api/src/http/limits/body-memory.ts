/** A tenant, or the network of senders that are not verified yet. */
export interface BodyOwner {
  readonly kind: 'tenant' | 'network';
  readonly id: string;
}

/** Counts the bytes in memory, in total and of each owner. */
export class BodyMemory {
  readonly #limitBytes: number;
  readonly #owners: Readonly<Record<BodyOwner['kind'], Owners>>;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
    this.#owners = {
      tenant: new Owners({ limitBytes, limitBytesEach: limitBytes / 2 }),
      network: new Owners({ limitBytes: limitBytes / 4, limitBytesEach: limitBytes / 16 }),
    };
  }

  get heldBytes(): number {
    return this.#owners.tenant.heldBytes + this.#owners.network.heldBytes;
  }

  /** Returns false, and changes nothing, when there is no room. */
  add({ kind, id }: BodyOwner, bytes: number): boolean {
    if (this.heldBytes + bytes > this.#limitBytes || !this.#owners[kind].hasRoom(id, bytes)) return false;
    this.#owners[kind].add(id, bytes);
    return true;
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

  /** Returns false when there is no room. */
  growTo(bytes: number): boolean {
    const more = bytes - this.#bytes;
    if (more <= 0) return true;
    if (!this.#memory.add(this.#owner, more)) return false;
    this.#bytes = bytes;
    return true;
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
  readonly #limits: { readonly limitBytes: number; readonly limitBytesEach: number };
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(limits: { readonly limitBytes: number; readonly limitBytesEach: number }) {
    this.#limits = limits;
  }

  get heldBytes(): number {
    return this.#held;
  }

  hasRoom(id: string, bytes: number): boolean {
    const { limitBytes, limitBytesEach } = this.#limits;
    return this.#held + bytes <= limitBytes && (this.#heldBy.get(id) ?? 0) + bytes <= limitBytesEach;
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
