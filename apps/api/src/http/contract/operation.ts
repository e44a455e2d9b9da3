import type { LoadRequestChecks } from './compiled-requests.js';

/** What the HTTP layer reads from the contract about one operation. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** The path as in the document, without the prefix of the version: `/chats/{chatId}`. */
  readonly path: string;
  readonly scopes: readonly string[];
  readonly planFeature?: string | null | undefined;
  readonly bodyLimitBytes: number;
  readonly idempotent: boolean;
  readonly addsJobs: boolean;
  /** The fields that a search can filter by. */
  readonly filterFields?: Readonly<Record<string, string>> | null | undefined;
}

/** The contract of one API version: its document and the operations in it. */
export interface VersionContract {
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  /** v2 ignores unknown parameters, since its clients are not required to change. */
  readonly allowsUnknownQuery: boolean;
  readonly lifetime?: Lifetime | undefined;
  /** Loads the checks that the build has compiled from the document. */
  readonly loadRequestChecks: LoadRequestChecks;
}

/** The dates at which a version was deprecated and will end. */
export interface Lifetime {
  readonly deprecatedAt: Date;
  readonly sunsetAt: Date;
}

/** The parts of a bundled OpenAPI 3.1 document that the HTTP layer reads. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
