import type { Context } from '../context.js';
import { reportUniqueViolation } from '../resources/report-unique-violation.js';
import { updateChanged } from '../resources/update-changed.js';
import { transactWithPrisma } from '../sql/transact.js';
import { ValidationErrors } from '../validation-errors.js';
import { type UserRecord, users } from './user-record.js';
import { checkUserValues, type NewUser, uniqueExternalId } from './user-values.js';

interface UserUpdate extends Partial<NewUser> {
  readonly userId: string;
}

/** Updates a user. Absent fields remain unchanged. */
export function updateUser(
  context: Context,
  { userId: id, name, externalId, email, isAvailable }: UserUpdate,
): Promise<UserRecord> {
  const update = () =>
    transactWithPrisma(context, async (transaction) => {
      const errors = new ValidationErrors();
      const values = { externalId, email };
      const address = await checkUserValues(transaction, context, { values, userId: id, errors });
      errors.throwIfAny();
      return updateChanged(transaction, context, users, {
        id,
        values: { name, externalId, email: address, isAvailable },
        write: (key, data) => transaction.prisma.user.update({ where: { tenantId_id: key }, data }),
      });
    });
  return reportUniqueViolation(uniqueExternalId, update);
}
