import { readChangelogs } from './changelog/read-changelogs.js';
import { renderChangelog } from './changelog/render-changelog.js';
import { contractVersions, listEntries, listEvents } from './list-entries.js';
import { renderEventMoves, renderFieldMoves, renderSuccessors } from './migration.js';
import { renderAutomationSteps, renderEnum } from './tables/automation-steps.js';
import { renderChannelProviders, renderChannelSettings } from './tables/channel-providers.js';
import { renderErrors } from './tables/errors.js';
import { renderEvents } from './tables/events.js';
import { renderFilterFields } from './tables/filter-fields.js';
import { renderEventHeaders, renderHeaders } from './tables/headers.js';
import { renderRetries } from './tables/idempotent.js';
import { renderInvalidParams } from './tables/invalid-params.js';
import { renderLifetime } from './tables/lifetime.js';
import { renderBodyLimits } from './tables/limits.js';
import { renderLimits, renderPlanFeatures, renderPlans } from './tables/plans.js';
import { renderSandboxRecipients } from './tables/sandbox-recipients.js';
import { renderScopes } from './tables/scopes.js';
import { renderTools } from './tables/tools.js';

/** Renders the tables that guides include, by name. */
export async function renderTables(): Promise<Record<string, string>> {
  const { v3, v2 } = contractVersions;
  const entries = listEntries(v3);
  const legacyEntries = listEntries(v2);
  const moves = { legacy: legacyEntries, current: entries };
  const changelogs = await readChangelogs();
  return {
    'automation-steps': renderAutomationSteps(v3),
    'automation-triggers': renderEnum(v3, 'AutomationTriggerType'),
    'body-limits': renderBodyLimits(v3, entries),
    'campaign-statuses': renderEnum(v3, 'CampaignStatus'),
    'changelog-v2': renderChangelog(changelogs.v2),
    'changelog-v3': renderChangelog(changelogs.v3),
    'channel-providers': renderChannelProviders(),
    'channel-settings': renderChannelSettings(),
    'delivery-statuses': renderEnum(v3, 'DeliveryStatus'),
    errors: renderErrors(entries),
    'event-headers': renderEventHeaders(v3),
    'event-moves': renderEventMoves(listEvents(v3)),
    'field-moves': renderFieldMoves(moves),
    events: renderEvents(listEvents(v3)),
    'filter-fields': renderFilterFields(entries),
    'invalid-params': renderInvalidParams(),
    limits: renderLimits(),
    'plan-features': renderPlanFeatures(entries),
    plans: renderPlans(),
    'rate-limit-headers': renderHeaders(v3, [
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Retry-After',
    ]),
    retries: renderRetries(entries),
    'sandbox-recipients': renderSandboxRecipients(),
    scopes: renderScopes(entries),
    successors: renderSuccessors(moves),
    tools: renderTools(entries),
    'v2-lifetime': renderLifetime(v2),
  };
}
