export { migration } from './generated/migration.js';
export type {
  EventMigration,
  FieldMigration,
  Migration,
  OperationMigration,
} from './generated/migration-types.js';
