import { adapterFor, SendError, type TemplateSample, type TemplateToSubmit } from '@parley/channels';
import {
  type Context,
  claimSubmission,
  completeSubmission,
  failSubmission,
  findPlaceholders,
  type JobPayloads,
  openFiles,
  postponeSubmission,
  renderTemplate,
  type SubmissionToSend,
} from '@parley/core';
import { judgeFailure } from '../messages/judge-failure.js';
import { callForTemplates, type TemplateDependencies } from './call-for-templates.js';

/**
 * Makes one attempt to submit a template. No lease is needed: after an interrupted attempt, the provider is asked by name
 * whether it has the template.
 */
export async function submitTemplate(
  { tenantId, messageTemplateId }: JobPayloads['submit-template'],
  dependencies: TemplateDependencies,
): Promise<void> {
  const { context, now, logger } = dependencies;
  const submission = await claimSubmission(context, messageTemplateId);
  if (submission === null) return;
  const { channel } = submission;
  if (adapterFor(channel.provider).templates?.accountOf(channel) !== submission.accountId)
    return failSubmission(context, submission, otherAccount);
  const file = await openSample(context, submission);
  if (file === undefined) return failSubmission(context, submission, deletedFile);
  const call = await callForTemplates(
    {
      operation: 'submit',
      channel,
      run: (templates, options) => templates.submit(describeTemplate(submission, file), channel, options),
    },
    dependencies,
  );
  if (call.kind === 'rejected')
    return postponeSubmission(context, submission, { at: call.retryAt, isCounted: false });
  if (call.result.status === 'fulfilled') return completeSubmission(context, submission, call.result.value);

  const error: unknown = call.result.reason;
  // This is an internal error, after which the queue runs the job again.
  if (!(error instanceof SendError)) throw error;
  const verdict = judgeFailure(error, { attemptCount: submission.attempt, repeatable: true, now: now() });
  const { code, message: reason } = error;
  logger.info(
    { tenantId, messageTemplateId, code, reason, verdict: verdict.kind },
    'a template was not submitted',
  );
  if (verdict.kind === 'retry')
    return postponeSubmission(context, submission, { at: verdict.at, isCounted: true });
  await failSubmission(
    context,
    submission,
    verdict.kind === 'fail' ? verdict.error : { code, message: reason },
  );
}

const otherAccount = {
  code: 'channel_not_configured',
  message: 'The business account of the channel was changed after the submission.',
};

const deletedFile = {
  code: 'file_not_found',
  message: 'The file of the template was deleted after the submission.',
};

/** Returns null for a template without a file, and undefined if the file was deleted. */
async function openSample(
  context: Context,
  { mediaFileId }: SubmissionToSend,
): Promise<TemplateSample | null | undefined> {
  if (mediaFileId === null) return null;
  return (await openFiles(context, [mediaFileId])).get(mediaFileId);
}

function describeTemplate(submission: SubmissionToSend, sample: TemplateSample | null): TemplateToSubmit {
  const { name, language, category, body, examples, authentication, registered, mayExist } = submission;
  return {
    name,
    language,
    category,
    placeholders: findPlaceholders(body),
    textWith: (markers) => renderTemplate(body, markers).text,
    examples,
    ...(sample && { sample }),
    ...(authentication && { authentication }),
    ...(registered && { registered }),
    mayExist,
  };
}
