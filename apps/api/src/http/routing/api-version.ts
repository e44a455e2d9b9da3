import type { Context, InvalidParams } from '@parley/core';
import type { VersionContract } from '../contract/operation.js';
import type { FindInboundUse } from '../limits/limit-inbound.js';
import type { RateUse } from '../limits/rate-limit.js';
import type { RequestHeaders } from '../request/read-headers.js';
import type { Query } from '../request/read-query.js';
import type { RequestUsage } from '../usage/record-usage.js';

/** One API version: its contract and the handlers that implement it. */
export interface ApiVersion extends VersionContract {
  readonly handlers: HandlerMap;
}

export type AnyHandler = (
  context: Context,
  request: {
    params: Readonly<Record<string, string>>;
    body: unknown;
    query: Query;
    headers: RequestHeaders;
    rateUse: RateUse;
    countEvents: RequestUsage['countEvents'];
    findInboundUse: FindInboundUse;
  },
) => Promise<unknown>;

export type AnyCheck = (
  context: Context,
  request: { params: Readonly<Record<string, string>>; body: unknown },
) => Promise<InvalidParams>;

export interface AnyCheckedHandler {
  readonly check: AnyCheck | 'schema only';
  readonly handle: AnyHandler;
}

export type HandlerMap = Readonly<Record<string, AnyHandler | AnyCheckedHandler>>;
