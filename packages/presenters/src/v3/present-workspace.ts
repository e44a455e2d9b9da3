import type { components } from '@parley/contract/v3';
import type { WorkspaceRecord } from '@parley/core';

type Workspace = components['schemas']['Workspace'];

/** The numbers include this request. */
export function presentWorkspace(
  workspace: WorkspaceRecord,
  rate: Workspace['limits'] & Workspace['usage'],
): Workspace {
  return {
    id: workspace.id,
    name: workspace.name,
    plan: workspace.plan,
    features: [...workspace.features],
    defaultCountry: workspace.defaultCountry,
    limits: { requestsPerMinute: rate.requestsPerMinute },
    usage: { requestsThisMinute: rate.requestsThisMinute },
  };
}
