import type { Context, InvalidParams } from '@parley/core';
import type { RateUse } from './rate-limit.js';

/** What the HTTP layer reads from the contract about one operation. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** As in the document, without the version's prefix: `/chats/{chatId}`. */
  readonly path: string;
  readonly scopes: readonly string[];
  readonly planFeature?: string | null | undefined;
  readonly bodyLimitBytes: number;
  readonly idempotent: boolean;
}

/** One API version: its document, the operations in it, and the code that answers them. */
export interface ApiVersion {
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly handlers: HandlerMap;
  /** v2 ignores what it does not know, since its clients cannot be asked to change. */
  readonly allowsUnknownQuery: boolean;
  readonly lifetime?: Lifetime | undefined;
}

/** Since when a version is deprecated and when it ends. */
export interface Lifetime {
  readonly deprecatedAt: Date;
  readonly sunsetAt: Date;
}

export type AnyHandler = (
  context: Context,
  request: { params: Readonly<Record<string, string>>; body: unknown; rateUse: RateUse },
) => Promise<unknown>;

export type AnyCheck = (
  context: Context,
  request: { params: Readonly<Record<string, string>>; body: unknown },
) => Promise<InvalidParams>;

export interface AnyCheckedHandler {
  readonly check: AnyCheck;
  readonly handle: AnyHandler;
}

export type HandlerMap = Readonly<Record<string, AnyHandler | AnyCheckedHandler>>;

/** The parts of a bundled OpenAPI 3.1 document that are looked at here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
