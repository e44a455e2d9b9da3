/** A line of a consumer's project that uses a part of the contract. */
export interface Use {
  readonly file: string;
  readonly line: number;
  /** The field that is read there, by the named schema that declares it: `Chat.openUntil`. */
  readonly schema?: string;
  /** For a call: the fields of the request that it sends. */
  readonly sends?: readonly string[];
}

export type Uses = Readonly<Record<string, readonly Use[]>>;

/** What a consumer uses of the contract, as `npx parley uses` writes it. */
export interface Consumer {
  readonly consumer: string;
  readonly operations: Uses;
  readonly requestFields: Uses;
  readonly responseFields: Uses;
  readonly filterFields: Uses;
  readonly sortFields: Uses;
  readonly eventTypes: Uses;
  readonly eventFields: Uses;
  readonly enumValues: Uses;
  readonly errorKeys: Uses;
  readonly schemas: Uses;
  readonly schemaFields: Uses;
  readonly schemaValues: Uses;
}

export type Counts = Readonly<Record<string, unknown>>;

/** What one API key has used, as `npm run usage -- export` writes it. */
export interface KeyUsage {
  readonly tenant: string;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly operations: Counts;
  readonly requestFields: Counts;
  readonly filterFields: Counts;
  readonly enumValues: Counts;
  readonly eventTypes: Counts;
  readonly errorKeys: Counts;
}

/** The usage of the days `from` to `to`, both included. */
export interface Usage {
  readonly from: string;
  readonly to: string;
  readonly keys: readonly KeyUsage[];
}

/** Everything that is known about who uses the contract. */
export interface Knowledge {
  readonly consumers: readonly Consumer[];
  readonly usages: readonly Usage[];
}
