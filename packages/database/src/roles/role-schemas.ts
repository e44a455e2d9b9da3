import { maintenanceSchema } from '../partitions/install-partition-functions.js';

/** The schemas of the queue and of our functions. The tables of the service are in the first schema of the search path. */
export const queueSchema = 'graphile_worker';
export const functionSchemas = ['parley_quiet', maintenanceSchema] as const;

/** Tables that only `npm run migrate` writes. */
export const migrationTables = ['_prisma_migrations', `${queueSchema}.migrations`] as const;

/** The privileges that the processes of the service have on all other tables. */
export const tablePrivileges = ['select', 'insert', 'update', 'delete'] as const;
