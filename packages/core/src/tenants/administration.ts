/** What the command line needs of this package: the rest would take most of the time in which a command starts. */
export { createApiKey, findApiKey, listApiKeys, revokeApiKey } from './administer-api-keys.js';
export { createTenant, listTenants, setTenantPlan } from './administer-tenants.js';
export { AdministrationError } from './administration-error.js';
