import type { Change } from '../change.js';
import type { Version } from '../versions.js';
import type { Consumer, Use } from './consumer.js';

/** How a consumer uses what a change breaks. */
export interface Effect {
  readonly consumer: string;
  readonly verb: Verb;
  readonly uses: readonly Use[];
  /** False if the consumer only may use it: it passes a whole value on, or its fields are unknown. */
  readonly isCertain: boolean;
}

export type Verb = 'called' | 'read' | 'sent' | 'handled' | 'filtered on' | 'sorted by' | 'imported';

export type Match = Pick<Effect, 'verb' | 'uses' | 'isCertain'>;

/** What is compared with the uses of a consumer. */
export interface Question {
  readonly version: Version;
  readonly change: Change;
  readonly consumer: Consumer;
}

/** A match, unless there is no use. */
export function found(verb: Verb, uses: readonly Use[] | undefined, isCertain = true): Match[] {
  return uses && uses.length > 0 ? [{ verb, uses, isCertain }] : [];
}
