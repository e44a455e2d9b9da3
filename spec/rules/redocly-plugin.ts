/** The part of Redocly's plugin interface that our rules use; the CLI contains no types. */

export interface Location {
  readonly source: { readonly absoluteRef: string };
  readonly absolutePointer: string;
  child(keys: ReadonlyArray<string | number>): Location;
  key(): Location;
}

export interface Context {
  readonly location: Location;
  readonly rawLocation: Location;
  readonly rawNode: unknown;
  readonly key: string | number;
  readonly type: { readonly name: string };
  report(problem: { message: string; location?: Location; suggest?: string[] }): void;
  resolve(node: unknown, from?: string): { node?: unknown; location?: Location | undefined };
}

export type Enter = (node: JsonObject, context: Context) => void;

export interface Visitor {
  readonly [nodeType: string]: Enter | Visitor | undefined;
}

export type Rule<Options = object> = (options: Options) => Visitor;

export type JsonObject = { readonly [key: string]: unknown };

/** A node of the contract after its reference was resolved, with its location in the sources. */
export interface Placed<Node = JsonObject> {
  readonly node: Node;
  readonly location: Location;
}
