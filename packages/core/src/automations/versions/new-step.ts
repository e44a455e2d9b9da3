import type { FileReference } from '../../files/resolve-file-urls.js';
import type { AutomationStep, BranchStep, SendMessageStep, SendTemplateStep } from './steps.js';

/** A step as its author writes it, in which files may be named by their public URLs. */
export type NewStep =
  | Exclude<AutomationStep, SendMessageStep | SendTemplateStep | BranchStep>
  | BranchStep<NewStep>
  | (Omit<SendMessageStep, 'attachments'> & { readonly attachments?: readonly FileReference[] })
  | (SendTemplateStep & { readonly mediaUrl?: string });
