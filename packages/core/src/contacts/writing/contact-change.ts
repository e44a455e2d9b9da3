/** What is said about a contact. A field left out stays as it is, and null empties it. */
export interface ContactChange {
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly phoneNumber?: string | null;
  readonly isSubscribed?: boolean;
  /** Replaces what is there. */
  readonly metadata?: object;
  /** Of two values for one attribute the later counts; null removes the value. */
  readonly attributes?: readonly { readonly externalId: string; readonly value: string | null }[];
}

/** The same, checked: addresses in their normal form, and attributes by their ids. */
export interface ContactValues extends Omit<ContactChange, 'attributes'> {
  readonly attributes: ReadonlyMap<string, string | null>;
}
