/** The server that gets the secrets of a channel. */
export interface Destination {
  /** The host in lower case, without the brackets of an IPv6 address and without a final dot. */
  readonly host: string;
  readonly isEncrypted: boolean;
  /** A text that is equal for settings that lead to the same server in the same way. */
  readonly address: string;
}

/** How a provider finds the server that gets the secrets of a channel. */
export interface DestinationRules {
  /** The secrets that are sent to the server. The others only verify inbound requests. */
  readonly secrets: readonly string[];
  /** The settings that errors name: the one with the server, and the one that decides about encryption. */
  readonly settings: { readonly host: string; readonly encryption: string };
  /** Undefined when the settings name no server. */
  find(settings: unknown): Destination | undefined;
}
