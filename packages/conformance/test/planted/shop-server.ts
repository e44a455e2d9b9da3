import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkBody } from './check-body.js';
import { checkKeys, checkQuery } from './check-query.js';

export interface Shop {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** The changes that a planted defect can make to an otherwise correct server. */
export interface Plant {
  /** Errors that the server does not detect. */
  readonly overlooks?: (field: string, why: string) => boolean;
  /** The name under which an invalid field is reported. */
  readonly names?: (field: string) => string;
  /** Runs before the server handles a request; a response that it returns is final. */
  readonly before?: (exchange: Exchange) => Reply | 'failure' | undefined;
  /** Changes the response of the server. */
  readonly after?: (reply: Reply, exchange: Exchange) => Reply;
  readonly isOpenToAnybody?: boolean;
  readonly keepsDeleted?: boolean;
  readonly limitBytes?: number;
  readonly takesAnyType?: boolean;
  readonly readsAnyBytes?: boolean;
}

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | undefined;
}

type Item = Record<string, unknown> & { id: string };

const token = 'shop-token';

/** Starts a server that implements the document of the shop, except for the planted defect. */
export async function startShop(plant: Plant = {}): Promise<Shop> {
  const items = new Map<string, Item>();
  const server = createServer(async (request, response) => {
    const exchange = await readExchange(request);
    const reply = plant.before?.(exchange) ?? respond(exchange, items, plant);
    if (reply === 'failure') return;
    write(response, plant.after?.(reply, exchange) ?? reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readExchange(request: IncomingMessage): Promise<Exchange> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
  };
}

function write(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'x-request-id': randomUUID(), ...headers });
  response.end(body);
}

export function reply(status: number, body?: unknown): Reply {
  if (body === undefined) return { status, headers: {}, body: undefined };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export function refuse(status: number, invalidFields?: Record<string, { why: string }>): Reply {
  return reply(status, { error: { code: `code_${status}`, ...(invalidFields && { invalidFields }) } });
}

function respond(exchange: Exchange, items: Map<string, Item>, plant: Plant): Reply {
  const { method, path, headers } = exchange;
  if (!plant.isOpenToAnybody && headers.authorization !== `Bearer ${token}`) return refuse(401);
  if (path === '/shop/items' && method === 'GET') return list(exchange, items, plant);
  const [, id = ''] = /^\/shop\/items\/([^/]+)$/.exec(path) ?? [];
  if (path !== '/shop/items' && path !== '/shop/orders' && id === '') return refuse(404);
  const refused = refuseInvalid(checkKeys(exchange.query, []), plant);
  if (refused) return refused;
  if (path === '/shop/items' && method === 'POST') return create(exchange, items, plant);
  if (path === '/shop/orders' && method === 'POST') return order(exchange, items, plant);
  const item = items.get(id);
  if (!item) return refuse(404);
  if (method === 'GET') return reply(200, item);
  if (method !== 'DELETE') return refuse(404);
  if (!plant.keepsDeleted) items.delete(id);
  return reply(204);
}

function list({ query }: Exchange, items: Map<string, Item>, plant: Plant): Reply {
  const refused = refuseInvalid(checkQuery(query), plant);
  return refused ?? reply(200, { items: [...items.values()].slice(0, Number(query.get('limit')) || 1) });
}

function create(exchange: Exchange, items: Map<string, Item>, plant: Plant): Reply {
  const taken = takeBody(exchange, 'NewItem', plant);
  if ('refusal' in taken) return taken.refusal;
  const id = randomUUID();
  const item: Item = { name: '', price: 0, kind: 'toy', tags: [], ...pick(taken.fields), id };
  items.set(id, item);
  return reply(201, item);
}

function order(exchange: Exchange, items: Map<string, Item>, plant: Plant): Reply {
  const taken = takeBody(exchange, 'Order', plant);
  if ('refusal' in taken) return taken.refusal;
  const { itemId, count } = taken.fields;
  if (!items.has(String(itemId))) return refuse(404);
  return reply(201, { itemId: String(itemId), count: Number.isInteger(count) ? count : 1 });
}

function takeBody(
  { headers, body }: Exchange,
  schema: Parameters<typeof checkBody>[0],
  plant: Plant,
): { refusal: Reply } | { fields: Record<string, unknown> } {
  if (body.length > (plant.limitBytes ?? 20_000)) return { refusal: refuse(413) };
  if (body.length > 0 && !plant.takesAnyType && !headers['content-type']?.startsWith('application/json'))
    return { refusal: refuse(415) };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: plant.readsAnyBytes !== true }).decode(body));
  } catch {
    return { refusal: refuse(400, { body: { why: 'broken-body' } }) };
  }
  const refusal = refuseInvalid(checkBody(schema, value), plant);
  return refusal ? { refusal } : { fields: { ...(typeof value === 'object' && value) } };
}

/** Responses are always valid, even after an invalid request was accepted, so that only one rule is violated. */
function pick(value: object): Record<string, unknown> {
  const isRight: Record<string, (inner: unknown) => boolean> = {
    name: (inner) => typeof inner === 'string',
    price: Number.isInteger,
    kind: (inner) => inner === 'book' || inner === 'toy',
    tags: (inner) => Array.isArray(inner) && inner.every((tag) => typeof tag === 'string'),
    note: (inner) => typeof inner === 'string',
  };
  const entries = Object.entries(value).filter(
    ([name, inner]) => Object.hasOwn(isRight, name) && isRight[name]?.(inner),
  );
  return Object.fromEntries(entries);
}

function refuseInvalid(errors: Readonly<Record<string, string>>, plant: Plant): Reply | undefined {
  const seen = Object.entries(errors).filter(([field, why]) => !plant.overlooks?.(field, why));
  if (seen.length === 0) return undefined;
  const name = plant.names ?? ((field: string) => field);
  return refuse(400, Object.fromEntries(seen.map(([field, why]) => [name(field), { why }])));
}
