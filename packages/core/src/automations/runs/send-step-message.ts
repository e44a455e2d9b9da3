import { mapTexts } from '../../messages/interactive/texts-of-interactive.js';
import type { AskStep, SendMessageStep } from '../versions/steps.js';
import { textsOfStep } from '../versions/texts-of-step.js';
import { createFilling } from './fill-texts.js';
import { sendRunMessage } from './send-run-message.js';
import type { StepEffect } from './step-effect.js';
import type { StepScope } from './step-scope.js';

/** Sends the text or the interactive message of a step, with its placeholders filled. */
export async function sendStepMessage(
  scope: StepScope,
  step: SendMessageStep | AskStep,
): Promise<StepEffect> {
  const { transaction, context, current, limitsOf } = scope;
  const fill = await createFilling(
    scope,
    textsOfStep(step).map(([, text]) => text),
  );
  const fillPlace = (text: string, path: string) =>
    path === 'link.url' ? fill(text, encodeURIComponent) : fill(text);
  const content = step.interactive
    ? { interactive: mapTexts(step.interactive, fillPlace), ...(limitsOf && { limitsOf }) }
    : { text: fill(step.text ?? ''), attachments: attachmentsOf(step) };
  return sendRunMessage(transaction, context, { run: current.run, content });
}

function attachmentsOf(step: SendMessageStep | AskStep) {
  return step.type === 'send_message' ? (step.attachments ?? []) : [];
}
