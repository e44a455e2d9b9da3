import type { Version } from '../../scripts/versions.js';
import type { EditableDocument } from '../compare-edited.js';

/** One change that is planted into a real document, and what the gate must say about it. */
export interface PlantedChange {
  readonly name: string;
  readonly version: Version;
  readonly verdict: 'breaking' | 'compatible' | 'equal';
  /** An edit of both documents, for what the contract does not contain yet. */
  readonly prepare?: (document: EditableDocument) => void;
  readonly edit: (document: EditableDocument) => void;
  /** What is special about it, for a run that plants only a part of the changes or plants them into less. */
  readonly isOf?: 'a later site of its kind' | 'a new operation';
}

/** A kind of change that is planted at several sites. */
export interface Kind<Site> {
  readonly name: string;
  readonly verdict: PlantedChange['verdict'];
  readonly sites: readonly Site[];
  /** How many sites are used; they are spread over the document. */
  readonly count: number;
  readonly prepare?: (document: EditableDocument, site: Site) => void;
  readonly edit: (document: EditableDocument, site: Site) => void;
}

export function plant<Site extends { readonly id: string }>(
  { name, verdict, sites, count, prepare, edit }: Kind<Site>,
  version: Version = 'v3',
): PlantedChange[] {
  if (sites.length === 0) throw new Error(`No site for "${name}": the contract no longer contains one.`);
  const step = Math.max(1, Math.floor(sites.length / count));
  const chosen = sites.filter((_, index) => index % step === 0).slice(0, count);
  return chosen.map((site, index) => ({
    name: `${name}: ${version} ${site.id}`,
    version,
    verdict,
    ...(index > 0 && { isOf: 'a later site of its kind' }),
    ...(prepare && { prepare: (document: EditableDocument) => prepare(document, site) }),
    edit: (document) => edit(document, site),
  }));
}
