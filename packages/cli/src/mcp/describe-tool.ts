import type { Tool, ToolHint } from '@parley/contract/tools';

/** A tool as `tools/list` describes it. */
export function describeTool({ name, title, description, inputSchema, hint }: Tool) {
  return { name, title, description, inputSchema, annotations: { title, ...annotationsOf(hint) } };
}

interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/**
 * Hosts decide by these whether they ask their user. A message to a customer cannot be taken back, so it counts as
 * destructive. All tools reach a service with people behind it.
 */
function annotationsOf(hint: ToolHint): Annotations {
  return {
    readOnlyHint: hint === 'read-only',
    destructiveHint: hint === 'destructive' || hint === 'outgoing',
    idempotentHint: hint === 'read-only' || hint === 'destructive',
    openWorldHint: true,
  };
}
