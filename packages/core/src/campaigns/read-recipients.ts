import { invalidEmail, invalidPhoneNumber } from '../addresses/address-problems.js';
import { readEmail } from '../addresses/read-email.js';
import { type PhoneNumbers, readPhoneNumbers } from '../addresses/read-phone-numbers.js';
import type { ImportEntry } from '../contacts/import/plan-import.js';
import type { Context } from '../context.js';
import type { CampaignProblem } from './campaign-problem.js';

export interface ReadRecipients {
  readonly contacts: readonly ImportEntry[];
  readonly problems: readonly CampaignProblem[];
}

/**
 * Brings the addresses of a list into their normal form. A blank address counts as absent, and each contact needs one.
 */
export async function readRecipients(
  context: Context,
  contacts: readonly ImportEntry[] = [],
): Promise<ReadRecipients> {
  const given = contacts.map(withoutBlanks);
  const numbers = await readPhoneNumbers(
    context,
    given.map(({ phoneNumber }) => phoneNumber),
  );
  return {
    contacts: given.map((contact) => normalize(contact, numbers)),
    problems: listProblems(given, numbers),
  };
}

/** Returns the problems of the addresses of a list, in which items may be undefined. */
export async function findAddressProblems(
  context: Context,
  contacts: readonly (ImportEntry | undefined)[] = [],
): Promise<readonly CampaignProblem[]> {
  const given = contacts.map((contact) => contact && withoutBlanks(contact));
  const numbers = await readPhoneNumbers(
    context,
    given.map((contact) => contact?.phoneNumber),
  );
  return listProblems(given, numbers);
}

function listProblems(
  contacts: readonly (ImportEntry | undefined)[],
  numbers: PhoneNumbers,
): CampaignProblem[] {
  return contacts.flatMap((contact, index) =>
    contact === undefined ? [] : [...findProblems(contact, numbers, `contacts.${index}`)],
  );
}

function withoutBlanks({ phoneNumber, email, ...rest }: ImportEntry): ImportEntry {
  return { ...rest, phoneNumber: phoneNumber?.trim() || null, email: email?.trim() || null };
}

function normalize({ phoneNumber, email, ...rest }: ImportEntry, numbers: PhoneNumbers): ImportEntry {
  return {
    ...rest,
    phoneNumber: (phoneNumber && numbers.get(phoneNumber)) ?? null,
    email: (email && readEmail(email)) ?? null,
  };
}

function* findProblems(
  { phoneNumber, email }: ImportEntry,
  numbers: PhoneNumbers,
  path: string,
): Generator<CampaignProblem> {
  if (!phoneNumber && !email) yield [path, 'invalid_type', 'A phoneNumber or an email is required'];
  if (phoneNumber && !numbers.get(phoneNumber)) {
    yield [`${path}.phoneNumber`, 'invalid_string', invalidPhoneNumber];
  }
  if (email && !readEmail(email)) yield [`${path}.email`, 'invalid_string', invalidEmail];
}
