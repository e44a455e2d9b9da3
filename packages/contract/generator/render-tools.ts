import type { Tool } from '../src/tool.js';

/** Renders the tools with a wide type, because nobody chooses one by its literal name at compile time. */
export function renderTools(tools: readonly Tool[]): string {
  return `// Generated from spec by generate.ts; do not edit.

import type { Tool } from '../tool.js';

export const tools: readonly Tool[] = ${JSON.stringify(tools)};
`;
}
