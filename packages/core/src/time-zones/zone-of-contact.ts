import { zonesByCallingCode } from './zones-by-calling-code.js';

export interface LocatedContact {
  /** IANA name; null when it is unknown. */
  readonly timeZone: string | null;
  /** In E.164 form, or another address of an SMS sender. */
  readonly phoneNumber: string | null;
  /** The zone of the workspace. */
  readonly workspaceZone: string;
}

/** Returns the zone of a contact: its own, that of the country of its phone number, or that of the workspace. */
export function zoneOfContact({ timeZone, phoneNumber, workspaceZone }: LocatedContact): string {
  return timeZone ?? guessTimeZone(phoneNumber) ?? workspaceZone;
}

/** No calling code is the beginning of another one, so at most one of these is known. */
function guessTimeZone(phoneNumber: string | null): string | undefined {
  if (!phoneNumber?.startsWith('+')) return undefined;
  return zonesByCallingCode.get(phoneNumber.slice(1, 4)) ?? zonesByCallingCode.get(phoneNumber.slice(1, 3));
}
