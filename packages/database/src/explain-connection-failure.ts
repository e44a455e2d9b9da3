import { types } from 'node:util';

/** The database cannot be reached or refuses the login. The message is for the operator and has no password. */
export class DatabaseUnreachableError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseUnreachableError';
  }
}

/** The variable that names a database. */
export type DatabaseVariable = 'DATABASE_URL' | 'DATABASE_ADMIN_URL' | 'DATABASE_DIRECT_URL';

/** Returns the error unchanged, or for a failed connection an error that names the database and says what to do. */
export function explainConnectionFailure(
  error: unknown,
  url: string | undefined,
  variable: DatabaseVariable = 'DATABASE_URL',
): unknown {
  // A refused connection is an AggregateError, one error for each address, without a message of its own.
  const first: unknown = types.isNativeError(error) && 'errors' in error ? [error.errors].flat()[0] : error;
  if (!types.isNativeError(first)) return error;
  const advice = findAdvice(first);
  if (advice === undefined) return error;
  const named = `Cannot connect to ${nameDatabase(url)}, which ${variable} names`;
  const message = `${named}: ${first.message}. ${advice.replaceAll('DATABASE_URL', variable)}`;
  return new DatabaseUnreachableError(message, error);
}

/** Returns the host and the database, without user and password. */
function nameDatabase(url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return 'the database';
  const { host, pathname, searchParams } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1)) || 'postgres';
  return `the database "${name}" on ${host || searchParams.get('host') || 'localhost'}`;
}

function findAdvice(error: Error): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  const known = advices.find(({ codes }) => codes.includes(code));
  if (known) return known.advice;
  if (startupRefused.test(error.message)) return pooled;
  return /timeout expired|Connection terminated|does not support SSL/.test(error.message)
    ? unreachable
    : undefined;
}

/** PgBouncer refuses settings of a session, unless it is configured to ignore them. */
const startupRefused = /unsupported startup parameter/;

const pooled = 'This is a pooler, and the connection needs a session of its own: name the server itself.';

const unreachable = 'Check that PostgreSQL runs there and can be reached from here, or correct DATABASE_URL.';

const advices: readonly { readonly codes: readonly string[]; readonly advice: string }[] = [
  {
    codes: ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPIPE'],
    advice: unreachable,
  },
  { codes: ['ENOTFOUND', 'EAI_AGAIN'], advice: 'Correct the host in DATABASE_URL.' },
  {
    codes: ['28P01', '28000'],
    advice:
      'Correct the user or the password in DATABASE_URL, or allow them in pg_hba.conf; add sslmode=verify-full if it requires TLS.',
  },
  {
    codes: [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    ],
    advice: 'Add sslrootcert=/path/to/ca.pem with the certificate of its authority to DATABASE_URL.',
  },
  {
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    advice: 'Use the host name of the certificate in DATABASE_URL, or a certificate for this name.',
  },
  { codes: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'], advice: 'Renew the certificate of the server.' },
  { codes: ['ENOENT', 'EACCES'], advice: 'Correct sslrootcert, sslcert and sslkey in DATABASE_URL.' },
  { codes: ['3D000'], advice: 'Create the database, or correct its name in DATABASE_URL.' },
  { codes: ['53300', '57P03'], advice: 'The server accepts no more connections now; try again in a moment.' },
];
