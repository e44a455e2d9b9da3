import type { Location } from './redocly-plugin.js';

/** `Chat` for `components/schemas/Chat.yaml`, and for `#/components/schemas/Chat`. */
export function componentName(reference: string): string | undefined {
  return /([^/]+?)(\.yaml|\.json)?$/.exec(reference)?.[1];
}

/** The schema component that a place belongs to; in the sources each has a file of its own. */
export function componentAt(location: Location): string | undefined {
  const inDocument = /#\/components\/schemas\/([^/]+)/.exec(location.absolutePointer);
  return inDocument?.[1] ?? componentName(location.source.absoluteRef);
}
