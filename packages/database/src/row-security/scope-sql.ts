/** The setting of a transaction that the policies compare with the tenant of each row. */
export const scopeSetting = 'parley.tenant_id';

/** The value of the setting that shows the rows of all tenants. */
export const allTenants = 'all';

/** Appends the declaration of the scope, if there is one, to the text that begins a transaction. */
export function withScope(begin: string, { scope }: { readonly scope?: string | undefined }): string {
  return scope === undefined ? begin : `${begin}; ${declareScope(scope)}`;
}

/** The text has no parameters, because it is sent together with `begin`. */
function declareScope(scope: string): string {
  if (scope !== allTenants && !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(scope))
    throw new Error('The id of a tenant must be a UUID');
  return `set local ${scopeSetting} = '${scope}'`;
}
