import type { JsonObject } from '@parley/validation';

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** The media type in which the value is encoded, if the document names one. */
  readonly mediaType: string | undefined;
  readonly schema: JsonObject;
  readonly examples: readonly unknown[];
}

export interface BodyMedia {
  readonly type: string;
  readonly schema: JsonObject;
  readonly examples: readonly unknown[];
  /** The encodings of a form by property. */
  readonly encoding: JsonObject;
}

export interface RequestBody {
  readonly required: boolean;
  readonly media: readonly BodyMedia[];
}

export interface ResponseMedia {
  readonly type: string;
  /** `undefined` when the document does not describe the body. */
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

/** One kind of credentials. */
export interface Credential {
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie';
  /** The name of the header, query parameter or cookie. */
  readonly name: string;
}

export interface Operation {
  /** The operationId, or else method and path. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The path of the server that the document names for the operation. */
  readonly serverPath: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: readonly DeclaredResponse[];
  /** The credentials of any one list are sufficient; an empty list means that none are needed. */
  readonly security: readonly (readonly Credential[])[];
  readonly bodyLimitBytes: number | undefined;
  /** Whether an undeclared query key must be refused. */
  readonly isQueryClosed: boolean;
}
