import type { KeyObject } from 'node:crypto';
import { type ClaimedDelivery, openWebhookSecrets } from '@parley/core';
import type { Database } from '@parley/database';
import { toSigningKey } from './sign-payload.js';

const keptForMs = 60_000;

/**
 * Keeps the keys of webhooks for a minute, because opening their secrets costs more than signing. Every claim reads the
 * sealed secrets again, and they are the key, so that a rotation or a deletion takes effect at once.
 */
export class OpenedSecrets {
  readonly #kept = new Map<string, Promise<KeyObject[]>>();
  #clearAtMs = 0;

  get(database: Database, delivery: ClaimedDelivery): Promise<KeyObject[]> {
    this.#clearWhenDue();
    const key = [delivery.tenantId, delivery.webhookId, ...delivery.sealedSecrets].join(' ');
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const opened = openWebhookSecrets(database, delivery).then((secrets) => secrets.map(toSigningKey));
    this.#kept.set(key, opened);
    // A key that is missing now can be there for the next attempt.
    opened.catch(() => this.#kept.delete(key));
    return opened;
  }

  #clearWhenDue(): void {
    const nowMs = performance.now();
    if (nowMs < this.#clearAtMs) return;
    this.#kept.clear();
    this.#clearAtMs = nowMs + keptForMs;
  }
}
