import type { ServerResponse } from 'node:http';
import { startProvider } from './provider-server.js';

export const BUSINESS_ACCOUNT_ID = '102290129340398';

interface StoredTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly [field: string]: unknown;
}

/**
 * A server that keeps templates as the Graph API does: it creates and edits them, refuses a second one of the same name and
 * language, and lists them in pages. `fail` decides about a request before it is handled, and returns whether it did.
 */
export async function startTemplateGraph(fail: FailRequest = () => false) {
  const templates: StoredTemplate[] = [];
  const provider = await startProvider((response, request) => {
    const { method = 'GET', url = '/' } = request;
    const { pathname, searchParams } = new URL(url, 'http://graph.example');
    const handle = () => {
      const id = pathname.split('/').at(-1);
      if (method === 'GET' && id !== 'message_templates')
        return respond(response, 200, templates.find((template) => template.id === id) ?? {});
      if (pathname.endsWith('/uploads')) return respond(response, 200, { id: 'upload:session?sig=A1' });
      if (id === 'upload:session') return respond(response, 200, { h: '4::handle' });
      if (method === 'GET') return listTemplates(templates, searchParams, response);
      const body = JSON.parse(provider.requests.at(-1)?.body ?? '{}');
      const isNew = pathname.endsWith('/message_templates');
      if (isNew) return createTemplate(templates, body, response);
      return editTemplate(templates, { id: pathname.split('/').at(-1) ?? '', body }, response);
    };
    if (!fail({ method, pathname, response, handle })) handle();
  });
  return { ...provider, templates };
}

export type FailRequest = (request: {
  readonly method: string;
  readonly pathname: string;
  readonly response: ServerResponse;
  /** Handles the request, for a server that loses its response. */
  readonly handle: () => void;
}) => boolean;

export function respond(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function createTemplate(templates: StoredTemplate[], body: StoredTemplate, response: ServerResponse): void {
  const isKnown = templates.some(({ name, language }) => name === body.name && language === body.language);
  const id = String(594425479261596 + templates.length);
  if (!isKnown) templates.push({ status: 'PENDING', rejected_reason: 'NONE', ...body, id });
  if (isKnown) respond(response, 400, { error: alreadyExists });
  else respond(response, 200, { id, status: 'PENDING', category: body.category });
}

const alreadyExists = {
  message: 'Invalid parameter',
  type: 'OAuthException',
  code: 100,
  error_subcode: 2388024,
  error_user_title: 'Content in this language already exists',
  error_user_msg: 'There is already English (en) content for this template.',
};

function editTemplate(
  templates: StoredTemplate[],
  { id, body }: { id: string; body: object },
  response: ServerResponse,
): void {
  const index = templates.findIndex((template) => template.id === id);
  const found = templates[index];
  if (found) templates[index] = { ...found, ...body, status: 'PENDING' };
  if (found) respond(response, 200, { success: true });
  else respond(response, 400, { error: { message: 'Unsupported post request.', code: 100 } });
}

function listTemplates(
  templates: readonly StoredTemplate[],
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const wanted = query.get('name') ?? '';
  const found = templates.filter(({ name }) => name.includes(wanted));
  const start = Number(query.get('after') ?? 0);
  const end = start + Number(query.get('limit') ?? 25);
  const next = end < found.length ? { next: `https://graph.facebook.com/next?after=${end}` } : {};
  respond(response, 200, {
    data: found.slice(start, end),
    paging: { cursors: { before: String(start), after: String(end) }, ...next },
  });
}
