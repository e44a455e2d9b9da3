export interface ContactMerge {
  /** The contact that is kept. */
  readonly contactId: string;
  /** The contact that becomes a part of it. */
  readonly mergedId: string;
}
