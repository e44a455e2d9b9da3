import type { JsonObject } from '@parley/contract/documents';
import { tryLink } from '../anchors.js';
import type { ContractVersion, OperationEntry } from '../list-entries.js';
import { listPolicy, policyHead } from '../list-policy.js';
import { code, renderTable, requestLine } from '../markdown.js';
import { isObject, readObject } from '../read-node.js';
import { exampleRequest, type Parameter } from '../requests/example-request.js';
import { renderCurl } from '../samples/render-curl.js';
import { renderTypeScript } from '../samples/render-typescript.js';
import { describeType } from './describe-type.js';
import { escapeProse } from './escape-prose.js';
import { renderFields, resolve } from './render-fields.js';

/** Renders the page of an operation, which is readable without scripts. */
export function renderOperation(version: ContractVersion, entry: OperationEntry): string {
  const request = exampleRequest(version, entry);
  const parts = [
    `# ${escapeProse(entry.summary)}`,
    renderHead(version, entry),
    escapeProse(entry.description.trim()),
    renderTable(policyHead, [['Operation', code(entry.operationId)], ...listPolicy(entry)]).trim(),
    '## Sample',
    fence('ts', renderTypeScript(entry, request)),
    `::: details curl\n\n${fence('sh', renderCurl(entry, request))}\n\n:::`,
    ...renderParameters(version, request.parameters),
    ...renderBody(version, entry),
    ...renderResponse(version, entry),
    renderErrors(entry),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function renderHead({ name }: ContractVersion, entry: OperationEntry): string {
  return [
    requestLine(entry),
    ...(entry.extension ? [`[Extension](/reference/${name}#extensions)`] : []),
    `[Try it](${tryLink(entry)})`,
  ].join(' · ');
}

function renderParameters({ document }: ContractVersion, parameters: readonly Parameter[]): string[] {
  if (parameters.length === 0) return [];
  const lines = parameters.map((parameter) => {
    const type = describeType(document, readObject(document, parameter.schema));
    const presence = parameter.required ? ', required' : '';
    const mark = parameter.isExtension ? ' *Extension.*' : '';
    return `- ${code(parameter.name)} (${places[parameter.in]}: ${type}${presence}).${mark} ${escapeProse(parameter.description.trim()).replaceAll('\n', '\n  ')}`;
  });
  return ['## Parameters', lines.join('\n')];
}

const places = { path: 'in the path', query: 'in the query', header: 'a header' } as const;

function renderBody({ document }: ContractVersion, { path, method }: OperationEntry): string[] {
  const body = readObject(document, document.paths[path]?.[method]?.requestBody);
  const [[mediaType, media] = []] = Object.entries(readObject(document, body.content));
  if (mediaType === undefined || !isObject(media)) return [];
  const schema = resolve(document, media.schema);
  const presence = body.required === true ? 'required' : 'optional';
  return [
    '## Body',
    `${code(mediaType)}, ${presence}. ${escapeProse(String(schema.description ?? body.description ?? ''))}`,
    renderFields(document, schema),
    ...renderExamples(media, 'Examples of bodies'),
  ];
}

function renderResponse({ document }: ContractVersion, { path, method }: OperationEntry): string[] {
  const response = readObject(document, document.paths[path]?.[method]?.responses['200']);
  const [[mediaType, media] = []] = Object.entries(readObject(document, response.content));
  const head = `${code('200')}${mediaType === undefined ? '' : `, ${code(mediaType)}`}. ${escapeProse(String(response.description))}`;
  if (!isObject(media)) return ['## Response', head];
  const schema = resolve(document, media.schema);
  return ['## Response', head, renderFields(document, schema), ...renderExamples(media, 'Example')];
}

function renderExamples({ examples }: JsonObject, title: string): string[] {
  const found = Object.values(isObject(examples) ? examples : {}).filter(isObject);
  return found.map(({ summary, value }) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    const name = String(summary ?? title);
    return `::: details ${name}\n\n${fence(typeof value === 'string' ? 'txt' : 'json', text)}\n\n:::`;
  });
}

function renderErrors({ failures }: OperationEntry): string {
  const rows = failures.map(({ status, messageKey, message }) => [
    status,
    code(messageKey),
    escapeProse(message),
  ]);
  return `## Errors\n\n[Errors](/guides/errors) explains the body of an error.\n\n${renderTable(['Status', 'Key', 'Message'], rows)}`.trim();
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
