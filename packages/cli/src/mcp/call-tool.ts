import type { ParleyClient } from '@parley/client';
import { callersOf, type Method, methods } from '../operations/callers.js';
import { printableJson } from '../output/printable.js';
import { renderError } from '../output/render-error.js';
import { plainStyle } from '../output/style.js';
import type { ChosenTool } from './choose-tools.js';
import type { Params } from './json-rpc.js';

export interface ToolResult {
  readonly content: ReadonlyArray<{ readonly type: 'text'; readonly text: string }>;
  readonly isError?: true;
}

export interface ToolCall {
  readonly input: Params;
  readonly client: ParleyClient;
  readonly signal: AbortSignal;
}

/** Calls the operation of a tool. What goes wrong is a result that the model can read and correct. */
export async function callTool(chosen: ChosenTool, { input, client, signal }: ToolCall): Promise<ToolResult> {
  const problem = findProblem(chosen, input);
  if (problem) return failed(problem);
  const { operation } = chosen;
  const outcome = await callersOf(client)[methodOf(operation.method)](operation.path, {
    ...splitInput(chosen, input),
    signal,
  });
  if (outcome.ok) return { content: [{ type: 'text', text: printableJson(outcome.body) }] };
  const rendered = renderError(outcome.error, { isJson: false, style: plainStyle });
  if (!rendered) throw outcome.error;
  return failed(rendered.text.trimEnd());
}

/** The service checks all values. These problems would not reach it, or would reach another operation. */
function findProblem({ tool, operation, missingScopes }: ChosenTool, input: Params): string | undefined {
  if (missingScopes.length > 0)
    return `${tool.name} needs the scope ${missingScopes.join(' and ')}, which the token does not have. Use a token of a key that has this scope.`;
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(tool.inputSchema.properties, name));
  if (unknown.length > 0) return `${tool.name} has no argument ${unknown.join(', ')}.`;
  const missing = tool.inputSchema.required.filter((name) => input[name] === undefined);
  if (missing.length > 0) return `${tool.name} needs the argument ${missing.join(' and ')}.`;
  const wrong = pathNames(operation.path).find((name) => !isId(input[name]));
  return wrong === undefined ? undefined : `${wrong} must be an id.`;
}

/** An id of dots would be resolved in the URL. */
function isId(value: unknown): boolean {
  return typeof value === 'string' && !/^\.{0,2}$/.test(value);
}

function splitInput({ tool, operation }: ChosenTool, input: Params) {
  const inPath = pathNames(operation.path);
  const pick = (isPicked: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => isPicked(name)));
  const path = Object.fromEntries(inPath.map((name) => [name, String(input[name])]));
  const query = pick((name) => tool.query.includes(name));
  const body = pick((name) => !inPath.includes(name) && !tool.query.includes(name));
  return { params: { path, query }, ...(tool.hasBody && { body }) };
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function methodOf(method: string): Method {
  const known = methods.find((each) => each === method.toUpperCase());
  if (!known) throw new TypeError(`No tool can use the method ${method}.`);
  return known;
}

function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
