import type { Version } from '../../scripts/versions.js';
import type { EditableDocument } from '../compare-edited.js';

/** One change that is planted into a real document, and what the gate must say about it. */
export interface PlantedChange {
  readonly name: string;
  /** The default is v3. */
  readonly version?: Version;
  readonly verdict: 'breaking' | 'compatible' | 'equal';
  /** An edit of both documents, for what the contract does not contain yet. */
  readonly prepare?: (document: EditableDocument) => void;
  readonly edit: (document: EditableDocument) => void;
  /** What is special about it, for a run that plants only a part of the changes or plants them into less. */
  readonly isOf?: 'a later site of its kind' | 'a new operation';
}

/** What the gate must say, and how many sites are used; they are spread over the document. */
export type Judged = readonly [verdict: PlantedChange['verdict'], count: number];

/** A kind of change that is planted at several sites. */
export interface Kind<Site> {
  readonly name: string;
  readonly judged: Judged;
  readonly sites: readonly Site[];
  readonly prepare?: (document: EditableDocument, site: Site) => void;
  readonly edit: (document: EditableDocument, site: Site) => void;
}

export function plant<Site extends { readonly id: string }>(kind: Kind<Site>): PlantedChange[] {
  const [verdict, count] = kind.judged;
  const { name, sites, prepare, edit } = kind;
  if (sites.length === 0) throw new Error(`No site for "${name}": the contract no longer contains one.`);
  const step = Math.max(1, Math.floor(sites.length / count));
  const chosen = sites.filter((_, index) => index % step === 0).slice(0, count);
  return chosen.map((site, index) => ({
    name: `${name}: v3 ${site.id}`,
    verdict,
    ...(index > 0 && { isOf: 'a later site of its kind' }),
    ...(prepare && { prepare: (document: EditableDocument) => prepare(document, site) }),
    edit: (document) => edit(document, site),
  }));
}

/** An edit that sets keywords. */
export function set(keywords: object): (target: EditableDocument) => void {
  return (target) => Object.assign(target, structuredClone(keywords));
}
