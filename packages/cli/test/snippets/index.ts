import { calls } from './calls.js';
import { events } from './events.js';
import { lostSight } from './lost-sight.js';
import { named } from './named.js';
import { reads } from './reads.js';
import type { Snippet } from './snippet.js';
import { values } from './values.js';
import { wholes } from './wholes.js';

export type { Snippet } from './snippet.js';
export const snippets: readonly Snippet[] = [
  ...calls,
  ...lostSight,
  ...reads,
  ...wholes,
  ...values,
  ...events,
  ...named,
];
