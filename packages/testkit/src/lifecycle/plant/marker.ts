import { randomBytes, randomInt } from 'node:crypto';

/**
 * The texts that identify a person, in each form in which they are planted. No other text of the run contains one of
 * them.
 */
export interface Marker {
  readonly text: string;
  readonly email: string;
  /** In E.164 form. */
  readonly phoneNumber: string;
  readonly instagramId: string;
  /** The texts to search for. */
  readonly texts: readonly string[];
}

export function newMarker(): Marker {
  const text = `mark${randomBytes(8).toString('hex')}`;
  const email = `${text}@person.example`;
  const number = `151${digits(8)}`;
  const instagramId = `1784${digits(12)}`;
  return { text, email, phoneNumber: `+49${number}`, instagramId, texts: [text, number, instagramId] };
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}
