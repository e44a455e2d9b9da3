import type { NestedName } from '../versions/step-tree.js';
import type { PlacedStep } from './program.js';
import type { RunVariables } from './run-variables.js';

/** The effect of a step: its result for the log, where the run continues, and the variables that it sets. */
export interface StepEffect {
  readonly result?: object;
  /** Default is the following step. */
  readonly continueAt?: Continuation;
  readonly variables?: RunVariables;
  /** Where the step has sent a message. */
  readonly sentTo?: MessagePlace;
}

/** The first chat and channel of its messages become those of a run that has none. */
export interface MessagePlace {
  readonly chatId: string;
  readonly channelId: string;
}

export type Continuation =
  | { readonly kind: 'skip'; readonly count: number }
  | { readonly kind: 'nested'; readonly list: NestedName }
  | { readonly kind: 'end' };

/** Returns the position at which the run continues; `end` is the number of steps. */
export function findNext(
  { next, siblings, afterList, starts }: PlacedStep,
  { continueAt, end }: { continueAt: Continuation | undefined; end: number },
): number {
  switch (continueAt?.kind) {
    case undefined:
      return next;
    case 'skip':
      return siblings[continueAt.count] ?? afterList;
    case 'nested':
      return starts[continueAt.list] ?? next;
    case 'end':
      return end;
    default:
      return continueAt satisfies never;
  }
}
