import { invalidEmail } from '../addresses/address-problems.js';
import { readEmail } from '../addresses/read-email.js';
import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { isId } from '../ids.js';
import { addIfNotUnique, otherThan, type UniqueValue } from '../resources/report-unique-violation.js';
import { readingOnly } from '../sql/reading.js';
import type { PrismaTransaction } from '../sql/transact.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';

export interface NewUser {
  readonly name: string;
  readonly externalId?: string | null;
  readonly email?: string | null;
  /** Default is true. */
  readonly isAvailable?: boolean;
}

export const uniqueExternalId: UniqueValue = {
  path: 'externalId',
  message: 'Another user has this external id',
};

/** Returns the validation errors of a user without writing. A new user has no id. */
export async function findUserErrors(
  context: Context,
  values: UserValues,
  userId?: string,
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  await checkUserValues(readingOnly(context), context, { values, userId, errors });
  return errors.invalidParams;
}

type UserValues = ValidPart<Pick<NewUser, 'externalId' | 'email'>>;

interface UserToCheck {
  readonly values: UserValues;
  readonly userId?: string | undefined;
  readonly errors: ValidationErrors;
}

/** Adds an error for each value that is invalid or taken, and returns the email address as it is stored. */
export async function checkUserValues(
  { prisma }: PrismaTransaction,
  { tenantId }: Context,
  { values: { externalId, email }, userId, errors }: UserToCheck,
): Promise<string | null | undefined> {
  if (externalId && (userId === undefined || isId(userId))) {
    const where = { tenantId, externalId, ...otherThan(userId) };
    addIfNotUnique(errors, uniqueExternalId, await prisma.user.findFirst({ where, select: { id: true } }));
  }
  if (email === undefined || email === null) return email;
  const address = readEmail(email);
  if (address === undefined) errors.add('email', 'invalid_string', invalidEmail);
  return address;
}
