/** The URL of a database on a port at which nothing listens. */
export const nobodysDatabase = 'postgresql://parley:hunter2@127.0.0.1:1/shop';

/** What a program prints with the URL above. */
export const cannotConnect =
  'Cannot connect to the database "shop" on 127.0.0.1:1, which DATABASE_URL names: connect ECONNREFUSED 127.0.0.1:1. Check that PostgreSQL runs there and can be reached from here, or correct DATABASE_URL.\n';

/** What a program prints whose DATA_DIR is a file. */
export const isFile = (dataDir: string) =>
  `DATA_DIR is ${dataDir}, which is a file. Set DATA_DIR to a folder, or move the file away.\n`;
