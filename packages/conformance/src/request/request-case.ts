import type { BodyMedia, ParameterPlace } from '../document/operation.js';

/** A request as values, before anything is written down. */
export interface RequestCase {
  readonly parameters: ParameterValues;
  readonly body: BodyCase | undefined;
}

export type ParameterValues = Readonly<Record<ParameterPlace, Readonly<Record<string, unknown>>>>;

export interface BodyCase {
  readonly media: BodyMedia;
  readonly value: unknown;
}
