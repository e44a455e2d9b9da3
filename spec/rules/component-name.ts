import type { Location } from './redocly-plugin.js';

/** Returns `Chat` for `components/schemas/Chat.yaml` and for `#/components/schemas/Chat`. */
export function componentName(reference: string): string | undefined {
  return /([^/]+?)(\.yaml|\.json)?$/.exec(reference)?.[1];
}

/** Returns the schema component that a location belongs to; in the sources each has its own file. */
export function componentAt(location: Location): string | undefined {
  const inDocument = /#\/components\/schemas\/([^/]+)/.exec(location.absolutePointer);
  return inDocument?.[1] ?? componentName(location.source.absoluteRef);
}
