import type { InvalidParam } from '@parley/core';
import type { Request } from 'express';
import type { Route } from './build-routes.js';
import { findInvalidStrings } from './find-invalid-strings.js';
import { parseJson } from './parse-json.js';
import { announcesBody, checkMediaType, readBody } from './read-body.js';

/** Reads the body and checks it, the query and the headers against the contract. Gives the body with its defaults. */
export async function readRequest(
  route: Route,
  params: Readonly<Record<string, string>>,
  request: Request,
): Promise<unknown> {
  const query = request.url.includes('?') ? request.query : noQuery;
  // Path parameters are texts of any kind by a rule of the contract, so nothing is left to be checked.
  if (!route.takesBody && query === noQuery) return undefined;
  const { body, bodyBytes, faults } = route.takesBody ? await readJson(route, request) : noBody;
  await route.checkRequest({ params, query, headers: readHeaders(route, request), body, bodyBytes, faults });
  return body;
}

/** The body is JSON by now; the validator need not know how its media type was spelled. */
function readHeaders({ operation }: Route, request: Request): Record<string, string> {
  const key = operation.idempotent ? request.get('idempotency-key') : undefined;
  return { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) };
}

const noQuery = {};

interface ReadBody {
  readonly body: unknown;
  readonly bodyBytes: number;
  readonly faults: ReadonlyMap<string, InvalidParam>;
}

const noFaults: ReadonlyMap<string, InvalidParam> = new Map();
const noBody: ReadBody = { body: undefined, bodyBytes: 0, faults: noFaults };

/** Without a body it is empty: defaults apply, and each field that is missing is named. */
async function readJson({ operation }: Route, request: Request): Promise<ReadBody> {
  if (!announcesBody(request)) return { body: {}, bodyBytes: 0, faults: noFaults };
  checkMediaType(request);
  const bytes = await readBody(request, operation.bodyLimitBytes);
  if (bytes.length === 0) return { body: {}, bodyBytes: 0, faults: noFaults };
  const body = parseJson(bytes);
  return { body, bodyBytes: bytes.length, faults: findInvalidStrings(bytes, body) };
}
