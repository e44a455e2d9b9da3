import { judgeResponse } from './judge-response.js';
import type { Run } from './run.js';

/**
 * Checks every 429 of the run. Its request is retried after the wait, but the 429 must still match what is declared.
 */
export function checkLimited(run: Run): void {
  for (const [request, response] of run.wire.limited) {
    const operation = run.api.operations.find(
      ({ method, serverPath, path }) =>
        method === request.method && matchesPath(`${serverPath}${path}`, request.target),
    );
    if (!operation) continue;
    for (const violation of judgeResponse(run, operation, response)) {
      const key = `${operation.id} ${violation.key}`;
      if (!run.found.has(key)) run.found.set(key, { operation, trial: { request }, violation });
    }
  }
}

function matchesPath(template: string, target: string): boolean {
  const parts = template.split('/');
  const values = (target.split('?')[0] ?? '').split('/');
  return (
    parts.length === values.length &&
    parts.every((part, index) => part.includes('{') || part === values[index])
  );
}
