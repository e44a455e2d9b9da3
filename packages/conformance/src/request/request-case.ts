import type { BodyMedia, ParameterLocation } from '../document/operation.js';

/** A request as values, before it is encoded. */
export interface RequestCase {
  readonly parameters: ParameterValues;
  readonly body: BodyCase | undefined;
}

export type ParameterValues = Readonly<Record<ParameterLocation, Readonly<Record<string, unknown>>>>;

export interface BodyCase {
  readonly media: BodyMedia;
  readonly value: unknown;
}
