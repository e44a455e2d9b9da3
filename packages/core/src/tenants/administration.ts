/** What the command line needs of this package: the rest would take most of the time in which a command starts. */
export {
  type DuplicateContacts,
  findDuplicateContacts,
} from '../addresses/stored/find-duplicate-contacts.js';
export type { NormalizedAddresses } from '../addresses/stored/normalize-batch.js';
export {
  normalizeAddressesOnce,
  normalizeStoredAddresses,
} from '../addresses/stored/normalize-stored-addresses.js';
export { createApiKey, findApiKey, listApiKeys, revokeApiKey } from './administer-api-keys.js';
export {
  createTenant,
  findTenant,
  listTenants,
  setTenantCountry,
  setTenantPlan,
} from './administer-tenants.js';
export { AdministrationError } from './administration-error.js';
