/**
 * The exports for the command line. They are separate from the index, because loading all of its modules would take
 * most of the start time of a command.
 */
export {
  type DuplicateContacts,
  findDuplicateContacts,
} from '../addresses/stored/find-duplicate-contacts.js';
export type { NormalizedAddresses } from '../addresses/stored/normalize-batch.js';
export {
  normalizeAddressesOnce,
  normalizeStoredAddresses,
} from '../addresses/stored/normalize-stored-addresses.js';
export { exportUsage, type UsageExport } from '../api-usage/counting/export-usage.js';
export { checkFileStorage } from '../files/stores/check-file-storage.js';
export { countLooseObjects, countStores } from '../files/stores/describe-stores.js';
export { type MoveProgress, moveFiles } from '../files/stores/move-files.js';
export { listWaitingWork } from '../installation/list-waiting-work.js';
export { pauseWorkers, readPause, resumeWorkers } from '../installation/pause.js';
export { limitsOf } from '../plans/limits-of.js';
export { limitNames } from '../plans/plans.js';
export { type Retention, retentionKinds, retentionTerms } from '../plans/retention.js';
export { checkEncryptionKeys } from '../secrets/keys/check-encryption-keys.js';
export { rewrapKeys } from '../secrets/keys/rewrap-keys.js';
export { countPlainRows, listKeyUses } from '../secrets/stored/describe-keys.js';
export { sealStoredSecrets } from '../secrets/stored/seal-stored-secrets.js';
export { defaultSizes } from '../sizes.js';
export { createApiKey, findApiKey, listApiKeys, revokeApiKey } from './administer-api-keys.js';
export { setTenantLanguage } from './administer-language.js';
export { getRetention, setRetention } from './administer-retention.js';
export {
  createTenant,
  listTenants,
  setTenantCountry,
  setTenantLimit,
  setTenantPlan,
  setTenantTimeZone,
} from './administer-tenants.js';
export { AdministrationError } from './administration-error.js';
export { findTenant } from './find-tenant.js';
