import type { DeclaredResponse } from '../document/operation.js';

/**
 * Finds the response that is declared for a status: the exact status is preferred to its class, and the class to
 * `default`.
 */
export function findDeclared(
  responses: readonly DeclaredResponse[],
  status: number,
): DeclaredResponse | undefined {
  const names = [String(status), `${String(status)[0]}XX`, 'default'];
  return names
    .map((name) => responses.find((response) => response.status === name))
    .find((response) => response !== undefined);
}
