import { DomainError, describeMissing, type InvalidParams } from '@parley/core';
import { HttpError } from '../http/response/http-error.js';

/** Runs a use case of campaigns and renames its errors for v2, which calls an automation a workflow. */
export async function renameCampaignErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'automation_not_found') throw new HttpError('workflow_not_found', { cause: error });
    if (error.details === undefined || !('invalidParams' in error.details)) throw error;
    throw new DomainError('invalid_body_params', {
      invalidParams: renameParams(error.details.invalidParams),
    });
  }
}

const variable = 'variables.';

/** Variables are a list in v2, so the name of a missing one cannot be part of a path. One error names them all. */
export function renameParams(invalidParams: InvalidParams): InvalidParams {
  const entries = Object.entries(invalidParams);
  const missing = entries.flatMap(([path]) => (path.startsWith(variable) ? path.slice(variable.length) : []));
  const message = describeMissing(missing);
  return Object.fromEntries(
    entries.map(([path, param]) =>
      path.startsWith(variable) ? ['variables', { key: param.key, message }] : [path, param],
    ),
  );
}
