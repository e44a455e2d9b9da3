import type { JsonObject } from '@parley/validation';

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** Set when the value is written as a document of this media type. */
  readonly mediaType: string | undefined;
  readonly schema: JsonObject;
  readonly examples: readonly unknown[];
}

export interface BodyMedia {
  readonly type: string;
  readonly schema: JsonObject;
  readonly examples: readonly unknown[];
  /** By property, for forms. */
  readonly encoding: JsonObject;
}

export interface RequestBody {
  readonly required: boolean;
  readonly media: readonly BodyMedia[];
}

export interface ResponseMedia {
  readonly type: string;
  /** `undefined` when the document says nothing of the body. */
  readonly schema: JsonObject | undefined;
  readonly examples: readonly unknown[];
}

export interface ResponseHeader {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonObject;
}

export interface DeclaredResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly headers: readonly ResponseHeader[];
  readonly media: readonly ResponseMedia[];
}

/** One way to show who is calling. */
export interface Credential {
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** Of the header, query parameter or cookie. */
  readonly name: string;
}

export interface Operation {
  /** Its operationId, or method and path. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Path of the server that the document names for it. */
  readonly serverPath: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly DeclaredResponse[];
  /** Any one of the lists will do; an empty list means that nobody is asked. */
  readonly security: readonly (readonly Credential[])[];
  readonly bodyLimitBytes: number | undefined;
  /** Whether a query key that is not declared has to be refused. */
  readonly isQueryClosed: boolean;
}
