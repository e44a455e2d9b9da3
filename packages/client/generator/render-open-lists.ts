import type { OpenLists } from '../src/operations/open-lists.js';

/** Renders the module of the open lists, which only the programs that watch them load. */
export function renderOpenLists(lists: OpenLists): string {
  return `// Generated from the contract by generate.ts; do not edit.

import type { OpenLists } from '../operations/open-lists.js';

export const openLists: OpenLists = ${JSON.stringify(lists, null, 2)};
`;
}
