import { adapterFor, SendError } from '@parley/channels';
import {
  claimTemplatePage,
  endTemplateSync,
  type JobPayloads,
  postponeTemplateSync,
  restartTemplateSync,
  storeTemplatePage,
} from '@parley/core';
import { judgeFailure } from '../messages/judge-failure.js';
import { callForTemplates, type TemplateDependencies } from './call-for-templates.js';

/** Requests one page of the templates of a channel and stores it; the job of the next page is enqueued with it. */
export async function syncTemplates(
  { tenantId, channelId, attempt = 0 }: JobPayloads['sync-templates'],
  dependencies: TemplateDependencies,
): Promise<void> {
  const { context, now, logger } = dependencies;
  const request = await claimTemplatePage(context, channelId);
  if (request === null) return;
  const { channel, cursor } = request;
  const templates = adapterFor(channel.provider).templates;
  const list = templates?.list;
  // The list of another account would close the templates of the one whose list was begun.
  const isOther = templates?.accountOf(channel) !== request.accountId;
  if (list === undefined || isOther) return endTemplateSync(context, request);
  const requestedAt = now();
  const call = await callForTemplates(
    { operation: 'list', channel, run: (_templates, options) => list(cursor, channel, options) },
    dependencies,
  );
  if (call.kind === 'rejected') return postponeTemplateSync(context, request, { attempt, at: call.retryAt });
  if (call.result.status === 'fulfilled')
    return storeTemplatePage(context, { request, requestedAt, page: call.result.value });

  const error: unknown = call.result.reason;
  // This is an internal error, after which the queue runs the job again.
  if (!(error instanceof SendError)) throw error;
  const verdict = judgeFailure(error, { attemptCount: attempt + 1, repeatable: true, now: now() });
  const { code, message: reason } = error;
  logger.warn(
    { tenantId, channelId, code, reason, verdict: verdict.kind },
    'templates were not synchronized',
  );
  if (verdict.kind === 'retry')
    return postponeTemplateSync(context, request, { attempt: attempt + 1, at: verdict.at });
  if (code === 'invalid_cursor') return restartTemplateSync(context, request);
  await endTemplateSync(context, request);
}
