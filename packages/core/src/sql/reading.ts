import { type Statement, statement } from '@parley/database';
import type { Context } from '../context.js';
import type { PrismaTransaction, Transaction } from './transact.js';

/** A transaction for checks. It runs the same lookups, without locks and without writes. */
export function readingOnly({ database }: Pick<Context, 'database'>): PrismaTransaction {
  return {
    sql: database.sql,
    send: refuseWrite,
    // Few checks use it, and it is built when it is first read.
    get prisma() {
      return database.prisma;
    },
    isReadOnly: true,
  };
}

function refuseWrite({ name }: Statement<unknown>): never {
  throw new Error(`A check writes nothing, but it sent ${name ?? 'a statement'}`);
}

/** A statement that locks or changes what it finds, and one that only finds it. */
export interface TwoForms<Row> {
  readonly locking: Statement<Row>;
  readonly reading: Statement<Row>;
}

export function formFor<Row>({ isReadOnly = false }: Transaction, forms: TwoForms<Row>): Statement<Row> {
  return isReadOnly ? forms.reading : forms.locking;
}

/** Creates both forms of a lookup: one prevents the found rows from being deleted, the other does not. */
export function lockingStatement<Row>(
  name: string,
  text: (keyShare: 'for key share' | '') => string,
): TwoForms<Row> {
  return { locking: statement(name, text('for key share')), reading: statement(`${name}-to-read`, text('')) };
}
