import type { Context } from '../context.js';
import { requireById } from '../resources/get-by-id.js';
import { newRow } from '../resources/new-row.js';
import { reportUniqueViolation } from '../resources/report-unique-violation.js';
import { given } from '../resources/update-changed.js';
import { transactWithPrisma } from '../sql/transact.js';
import { requireRoomFor } from '../tenants/require-room.js';
import { ValidationErrors } from '../validation-errors.js';
import { type UserRecord, users } from './user-record.js';
import { checkUserValues, type NewUser, uniqueExternalId } from './user-values.js';

export function createUser(
  context: Context,
  { name, externalId, email, isAvailable }: NewUser,
): Promise<UserRecord> {
  const create = () =>
    transactWithPrisma(context, async (transaction) => {
      await requireRoomFor(transaction, context, 'users');
      const errors = new ValidationErrors();
      const values = { externalId, email };
      const address = await checkUserValues(transaction, context, { values, errors });
      errors.throwIfAny();
      const row = newRow(context);
      await transaction.prisma.user.create({
        data: { ...row, name, ...given({ externalId, email: address, isAvailable }) },
      });
      return requireById(transaction.sql, users, row);
    });
  return reportUniqueViolation(uniqueExternalId, create);
}
