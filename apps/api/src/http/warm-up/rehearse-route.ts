import { type Context, DomainError } from '@parley/core';
import { isRefusedWrite } from '@parley/database';
import { asObject } from '@parley/validation';
import type { OpenApiDocument, Operation } from '../contract/operation.js';
import { noHeaders } from '../request/read-headers.js';
import { noQuery } from '../request/read-query.js';
import type { Route } from '../routing/build-routes.js';
import type { UsageRecorder } from '../usage/record-usage.js';

/** No tenant and no record has this id, so nothing is found. */
export const nobody = '00000000-0000-7000-8000-000000000000';

export interface Rehearsal extends Pick<UsageRecorder, 'rehearseUsage'> {
  readonly document: OpenApiDocument;
  readonly context: Context;
}

/**
 * Does for a tenant that does not exist what a first request would do, so that its code is loaded and compiled: it finds the
 * names in the example of the contract, checks the example and an empty body, and runs the operation with the example, or
 * with both if it is a read. PostgreSQL refuses the first write of the operation.
 */
export async function rehearseRoute(
  route: Route,
  { document, context, rehearseUsage }: Rehearsal,
): Promise<void> {
  const { operation, checkBeyondSchema, readBody } = route;
  const params = Object.fromEntries(
    [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => [name, nobody]),
  );
  const check = (body: unknown) =>
    route.checkRequest({
      params,
      query: {},
      headers: { 'content-type': 'application/json' },
      body,
      bodyBytes: 0,
      bodyErrors: new Map(),
      mayBeUnstorable: true,
      findMore: checkBeyondSchema && ((body) => checkBeyondSchema(context, { params, body })),
    });
  const example = readExample(document, operation);
  rehearseUsage(operation, example);
  if (readBody) await ignoreRefusal(check({}));
  if (example !== undefined) {
    await ignoreRefusal(check(example));
    await ignoreRefusal(checkBeyondSchema?.(context, { params, body: example }));
  }
  if (notRun.has(operation.operationId)) return;
  const rateUse = { requestsPerMinute: 0, requestsThisMinute: 0 };
  for (const body of isRead(operation) ? [{}, example] : [example ?? {}]) {
    if (body === undefined) continue;
    const uses = { rateUse, findInboundUse: () => 0, countEvents() {} };
    const request = { params, body, query: noQuery, headers: noHeaders, ...uses };
    await ignoreRefusal(route.handle(context, request));
  }
}

/** The workspace itself must exist, and only a request has the body of an upload. */
const notRun: ReadonlySet<string> = new Set(['getWorkspace', 'uploadFile']);

/** A GET, or a search, which is a POST because its query can be long. */
function isRead({ method, path }: Operation): boolean {
  return path.endsWith('/search') || method.toUpperCase() === 'GET';
}

/** A copy of the first example of the body, because a check fills in defaults. */
function readExample(document: OpenApiDocument, { path, method }: Operation): unknown {
  const operation = asObject(asObject(document.paths[path])[method.toLowerCase()]);
  const json = asObject(asObject(asObject(operation.requestBody).content)['application/json']);
  const [example] = Object.values(asObject(json.examples));
  return example === undefined ? undefined : structuredClone(asObject(example).value);
}

/** That nothing was found, or that a body or a write is refused, is expected. */
async function ignoreRefusal(work: Promise<unknown> | undefined): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DomainError || isRefusedWrite(error))) throw error;
  }
}
