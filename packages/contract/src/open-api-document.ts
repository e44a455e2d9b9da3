import type { FieldKind, PlanFeature, ToolHint } from './operation.js';

/** The parts of an OpenAPI 3.1 document that are read here; schemas are plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: OpenApiInfo;
  readonly servers: ReadonlyArray<{ readonly url: string; readonly description?: string }>;
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description: string }>;
  readonly paths: Readonly<Record<string, OpenApiPathItem>>;
  readonly webhooks: Readonly<Record<string, OpenApiPathItem>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly 'x-body-limit': number;
}

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  readonly 'x-deprecated-at'?: string;
  readonly 'x-sunset-at'?: string;
}

export interface OpenApiPathItem {
  readonly parameters?: readonly JsonObject[];
  readonly get?: OpenApiOperation;
  readonly put?: OpenApiOperation;
  readonly post?: OpenApiOperation;
  readonly delete?: OpenApiOperation;
  readonly patch?: OpenApiOperation;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: ReadonlyArray<Readonly<Record<string, readonly string[]>>>;
  readonly parameters?: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: Readonly<Record<string, JsonObject>>;
  readonly 'x-extension'?: true;
  readonly 'x-plan-feature'?: PlanFeature;
  readonly 'x-body-limit'?: number;
  readonly 'x-idempotent'?: true;
  readonly 'x-adds-jobs'?: true;
  readonly 'x-impossible-errors'?: readonly string[];
  readonly 'x-filter-fields'?: Readonly<Record<string, FieldKind>>;
  readonly 'x-filter-only'?: readonly string[];
  readonly 'x-tool'?: { readonly name: string; readonly hint: ToolHint };
  readonly 'x-successor'?: string | null | { readonly operationId: string };
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}
