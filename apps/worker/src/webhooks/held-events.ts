/** An event of a claim, which all its deliveries of that claim share. */
interface HeldEvent {
  readonly tenantId: string;
  /** The object that is in memory. */
  readonly event: object;
  readonly bytes: number;
}

/** In memory, an event takes several times its bytes: its parsed data, and the body of its requests. */
const maxHeldBytes = 64 * 1_024 * 1_024;

/** A tenant may hold this fraction of the bytes that the others leave, so that there is room for another tenant. */
const tenantShare = 1 / 2;

/** An endpoint that hangs holds an event for about so long. */
const hangingMs = 15_000;
const minWaitMs = 1_000;
/** The latest retry: nothing expedites the deliveries when there is room again. */
const maxSpreadMs = 15 * 60 * 1_000;

/**
 * Counts the bytes of the events that are in memory until their deliveries end. A tenant without any event may always hold
 * one, whatever its size, until the tenants together hold twice the maximum.
 */
export class HeldEvents {
  readonly #maxBytes: number;
  readonly #deliveries = new Map<object, number>();
  readonly #bytesOf = new Map<string, number>();
  readonly #latestRetryMs = new Map<string, number>();
  #bytes = 0;

  constructor(maxBytes = maxHeldBytes) {
    this.#maxBytes = maxBytes;
  }

  /** Counts one more delivery of the event, and returns whether there is room for the event. */
  tryHold({ tenantId, event, bytes }: HeldEvent): boolean {
    const deliveries = this.#deliveries.get(event) ?? 0;
    if (deliveries === 0) {
      if (!this.#hasRoom(tenantId, bytes)) return false;
      this.#add(tenantId, bytes);
    }
    this.#deliveries.set(event, deliveries + 1);
    return true;
  }

  /** Ends one delivery of the event; the last one frees its bytes. */
  release({ tenantId, event, bytes }: HeldEvent): void {
    const left = (this.#deliveries.get(event) ?? 0) - 1;
    if (left > 0) {
      this.#deliveries.set(event, left);
      return;
    }
    this.#deliveries.delete(event);
    this.#add(tenantId, -bytes);
  }

  /**
   * Returns the wait of a delivery without room, given the time of a steady clock. Retries are spread over the time that
   * hanging endpoints need for so many bytes, because each of them reads the event again. Beyond the latest retry they
   * start again with the first one.
   */
  waitMs({ tenantId, bytes }: HeldEvent, nowMs: number): number {
    const spacingMs = (hangingMs * bytes) / (this.#maxBytes * tenantShare);
    const latestMs = (this.#latestRetryMs.get(tenantId) ?? Number.NEGATIVE_INFINITY) + spacingMs;
    const firstMs = nowMs + minWaitMs;
    const retryMs = latestMs > nowMs + maxSpreadMs ? firstMs : Math.max(latestMs, firstMs);
    this.#latestRetryMs.set(tenantId, retryMs);
    return retryMs - nowMs;
  }

  #hasRoom(tenantId: string, bytes: number): boolean {
    const own = this.#bytesOf.get(tenantId) ?? 0;
    if (own === 0 && this.#bytes < 2 * this.#maxBytes) return true;
    return own + bytes <= (this.#maxBytes - (this.#bytes - own)) * tenantShare;
  }

  #add(tenantId: string, bytes: number): void {
    this.#bytes += bytes;
    const own = (this.#bytesOf.get(tenantId) ?? 0) + bytes;
    if (own > 0) {
      this.#bytesOf.set(tenantId, own);
      return;
    }
    this.#bytesOf.delete(tenantId);
    this.#latestRetryMs.delete(tenantId);
  }
}
