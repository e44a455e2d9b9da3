import type { ChatStatus } from '@parley/database';
import type { NewInteractive } from '../../messages/interactive/interactive.js';
import type { Assignment } from '../../teams/assignment.js';

/** A step of an automation, by its `type`. Steps are stored as JSON with their version. */
export type AutomationStep =
  | SendMessageStep
  | SendTemplateStep
  | AddLabelStep
  | RemoveLabelStep
  | SetAttributeStep
  | AssignStep
  | SetChatStatusStep
  | WaitStep
  | ConditionStep
  | CallWebhookStep
  | BranchStep
  | SetVariableStep
  | AskStep
  | StopStep;

export type StepType = AutomationStep['type'];

export interface SendMessageStep {
  readonly type: 'send_message';
  /**
   * `{{name}}` is replaced by a variable of the run or a field of the contact. With an interactive message, this is its
   * body, and not sent.
   */
  readonly text: string;
  readonly attachments?: readonly { readonly fileId: string }[];
  /** A text with choices, which is sent instead of the text. */
  readonly interactive?: NewInteractive;
}

export interface SendTemplateStep {
  readonly type: 'send_template';
  readonly messageTemplateId: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** The file that replaces the template's own media. */
  readonly mediaFileId?: string | null;
}

export interface AddLabelStep {
  readonly type: 'add_label';
  readonly labelId: string;
}

interface RemoveLabelStep {
  readonly type: 'remove_label';
  readonly labelId: string;
}

export interface SetAttributeStep {
  readonly type: 'set_attribute';
  readonly externalId: string;
  readonly value: string;
}

export interface AssignStep extends Assignment {
  readonly type: 'assign';
}

export interface SetChatStatusStep {
  readonly type: 'set_chat_status';
  readonly status: ChatStatus;
  readonly snoozeSeconds?: number;
}

/** A wait has either `seconds` or `until`. */
export interface WaitStep {
  readonly type: 'wait';
  readonly seconds?: number;
  readonly until?: string;
}

export interface ConditionStep {
  readonly type: 'condition';
  /** A field of the contact, `labels`, or `attributes.` and an external id. */
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: string;
  /** The number of following steps to skip when the condition is not met; default is all of them. */
  readonly skip?: number;
}

export const conditionOperators = ['equals', 'not_equals', 'contains', 'is_set', 'is_not_set'] as const;
type ConditionOperator = (typeof conditionOperators)[number];

export interface CallWebhookStep {
  readonly type: 'call_webhook';
  readonly url: string;
  /** Variables that the JSON response sets. */
  readonly responseVariables?: readonly ResponseVariable[];
}

export interface ResponseVariable {
  readonly name: string;
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string;
}

/** After its steps, the run continues with the step that follows the branch. */
export interface BranchStep<Step = AutomationStep> {
  readonly type: 'branch';
  /** Default is `all`. */
  readonly match?: BranchMatch;
  readonly conditions: readonly BranchCondition[];
  readonly then: readonly Step[];
  readonly else?: readonly Step[];
}

export const branchMatches = ['all', 'any'] as const;
type BranchMatch = (typeof branchMatches)[number];

export interface BranchCondition {
  /** For example `contact.email`, `chat.status`, `variables.city`, `reply.text` or `time`. */
  readonly field: string;
  readonly operator: BranchOperator;
  readonly value?: string;
  /** Only with the field `time`. */
  readonly workingHours?: WorkingHours;
}

export const branchOperators = [
  ...conditionOperators,
  'greater_than',
  'less_than',
  'is_within',
  'is_not_within',
] as const;
export type BranchOperator = (typeof branchOperators)[number];

export interface WorkingHours {
  /** An IANA time zone. */
  readonly timeZone: string;
  readonly hours: readonly WorkingHoursInterval[];
}

export interface WorkingHoursInterval {
  readonly day: Weekday;
  /** A local time such as `09:00`. */
  readonly from: string;
  /** A local time, at most `24:00`, which does not belong to the interval. */
  readonly to: string;
}

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
type Weekday = (typeof weekdays)[number];

export interface SetVariableStep {
  readonly type: 'set_variable';
  readonly name: string;
  readonly value: string;
}

/** Sends a question and waits for a valid reply. It has either a text or an interactive message. */
export interface AskStep<Step = AutomationStep> {
  readonly type: 'ask';
  readonly text?: string;
  readonly interactive?: NewInteractive;
  readonly expect: Expectation;
  readonly saveTo: AskTarget;
  readonly timeoutSeconds: number;
  readonly retry?: AskRetry;
  /** The steps to run when there is no valid reply. */
  readonly else?: readonly Step[];
}

export const expectations = ['text', 'number', 'email', 'phone', 'date', 'choice'] as const;
export type Expectation = (typeof expectations)[number];

/** Either a variable of the run, or the external id of an attribute. */
export interface AskTarget {
  readonly variable?: string;
  readonly externalId?: string;
}

export interface AskRetry {
  readonly text: string;
  /** Default is 1. */
  readonly times?: number;
}

export interface StopStep {
  readonly type: 'stop';
}
