/** A change of a contact. An absent field remains unchanged, and null clears a field. */
export interface ContactChange {
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly phoneNumber?: string | null;
  readonly isSubscribed?: boolean;
  /** Replaces the current metadata. */
  readonly metadata?: object;
  /** IANA name. */
  readonly timeZone?: string | null;
  /** If an attribute appears twice, the last value is used; null removes the value. */
  readonly attributes?: readonly { readonly externalId: string; readonly value: string | null }[];
}

/** A change after validation: addresses in their normal form, and attributes by their ids. */
export interface ContactValues extends Omit<ContactChange, 'attributes'> {
  readonly attributes: ReadonlyMap<string, string | null>;
}
