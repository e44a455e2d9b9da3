import type { FileReference } from '../../files/resolve-file-urls.js';
import type { AskStep, AutomationStep, BranchStep, SendMessageStep, SendTemplateStep } from './steps.js';

/** A step as its author writes it. Files may be named by their public URLs, and an interactive message needs no text. */
export type NewStep =
  | Exclude<AutomationStep, SendMessageStep | SendTemplateStep | BranchStep | AskStep>
  | BranchStep<NewStep>
  | AskStep<NewStep>
  | (Omit<SendMessageStep, 'text' | 'attachments'> & {
      readonly text?: string;
      readonly attachments?: readonly FileReference[];
    })
  | (SendTemplateStep & { readonly mediaUrl?: string });
