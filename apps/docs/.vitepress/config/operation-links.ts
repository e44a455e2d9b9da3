import type { MarkdownRenderer } from 'vitepress';
import operations from '../../generated/operations.json' with { type: 'json' };

/**
 * `[[sendMessage]]` in a page links to the operation and shows its method and path; an unknown name fails the build.
 */
export function linkOperations(md: MarkdownRenderer): void {
  md.inline.ruler.before('link', 'operation-link', (state, silent) => {
    const match = /^\[\[(?:(v2):)?(\w+)\]\]/.exec(state.src.slice(state.pos));
    if (!match) return false;
    const [text, version = 'v3', operationId] = match;
    if (!silent) pushLink(state, findOperation(version, String(operationId)));
    state.pos += text.length;
    return true;
  });
}

type Operation = (typeof operations)[number];
type InlineState = Parameters<Parameters<MarkdownRenderer['inline']['ruler']['before']>[2]>[0];

function pushLink(state: InlineState, { link, method, fullPath }: Operation): void {
  const open = state.push('link_open', 'a', 1);
  open.attrs = [
    ['href', link],
    ['class', 'operation-link'],
  ];
  const badge = state.push('html_inline', '', 0);
  badge.content = `<span class="method method-${method}">${method.toUpperCase()}</span> `;
  const path = state.push('code_inline', 'code', 0);
  path.content = fullPath;
  state.push('link_close', 'a', -1);
}

function findOperation(version: string, operationId: string): Operation {
  const operation = operations.find((one) => one.version === version && one.operationId === operationId);
  if (!operation)
    throw new Error(`A page links to [[${operationId}]], which is not an operation of ${version}.`);
  return operation;
}
