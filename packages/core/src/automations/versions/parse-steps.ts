import { ChatStatus } from '@parley/database';
import * as z from 'zod';
import { isId } from '../../ids.js';
import { assignmentStrategies } from '../../teams/assignment.js';
import { isTimeZone } from '../../time-zones/time-zone.js';
import { interactiveSchema } from './interactive-schema.js';
import { StepFailure } from './step-failure.js';
import {
  type AutomationStep,
  branchMatches,
  branchOperators,
  conditionOperators,
  expectations,
  weekdays,
} from './steps.js';

/** Parses the steps of a stored version. Malformed steps cause the run to fail, and not the worker. */
export function parseSteps(value: unknown): readonly AutomationStep[] {
  if (!Array.isArray(value))
    throw new StepFailure('invalid_step', 'The version of the automation has no list of steps.');
  return parseList(value, '');
}

/** A nested step is named by its path: `Step 2.then.0`. */
function parseList(steps: readonly unknown[], path: string): readonly AutomationStep[] {
  return steps.map((step, position) => {
    const name = `${path}${position}`;
    const { data, error } = stepSchema.safeParse(step);
    if (error !== undefined) {
      const [issue] = error.issues;
      throw new StepFailure('invalid_step', `Step ${name} cannot be read: ${issue?.message}.`);
    }
    if (data.type !== 'branch' && data.type !== 'ask') return data;
    const otherwise = data.else && { else: parseList(data.else, `${name}.else.`) };
    if (data.type === 'ask') {
      const { else: _else, ...ask } = data;
      return { ...ask, ...otherwise };
    }
    const { else: _else, ...branch } = data;
    // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
    return { ...branch, then: parseList(branch.then, `${name}.then.`), ...otherwise };
  });
}

/** Returns an error that names the field, such as `"text" is not a string`. */
function fieldError(problem: string) {
  return {
    error: ({ path = [] }: { readonly path?: readonly PropertyKey[] | undefined }) =>
      `"${String(path.findLast((key) => typeof key === 'string'))}" ${problem}`,
  };
}

const text = z.string(fieldError('is not a string'));
const id = text.refine(isId, { ...fieldError('is not an id'), abort: true });
const moment = text.refine((value) => !Number.isNaN(Date.parse(value)), fieldError('is not a timestamp'));
const maxCount = 31_536_000;
const count = z.custom<number>(
  (value) => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxCount,
  fieldError(`is not a whole number from 1 to ${maxCount}`),
);
const notTexts = { error: '"variables" is not an object of strings' };
const variables = z.record(z.string(), z.string(notTexts), notTexts);
const oneOf = <const Value extends string>(values: readonly Value[]) =>
  text.pipe(z.enum(values, fieldError(`is none of ${values.join(', ')}`)));

const fileReference = z.object({ fileId: id }, { error: 'it is not an object' });
const attachments = z.array(fileReference, fieldError('is not a list'));

const wait = z
  .object({ type: z.literal('wait'), seconds: count.exactOptional(), until: moment.exactOptional() })
  .refine(({ seconds, until }) => seconds !== undefined || until !== undefined, {
    error: '"seconds" or "until" is missing',
  });

/** Nested steps are parsed one by one. */
const stepList = z.array(z.unknown(), fieldError('is not a list'));

const workingHours = z.object({
  timeZone: text.refine(isTimeZone, fieldError('is not a time zone')),
  hours: z.array(z.object({ day: oneOf(weekdays), from: text, to: text }), fieldError('is not a list')),
});

const condition = z.object(
  {
    field: text,
    operator: oneOf(branchOperators),
    value: text.exactOptional(),
    workingHours: workingHours.exactOptional(),
  },
  { error: 'a condition is not an object' },
);

const ask = z
  .object({
    type: z.literal('ask'),
    text: text.exactOptional(),
    interactive: interactiveSchema.exactOptional(),
    expect: oneOf(expectations),
    saveTo: z.object(
      { variable: text.exactOptional(), externalId: text.exactOptional() },
      fieldError('is not an object'),
    ),
    timeoutSeconds: count,
    retry: z.object({ text, times: count.exactOptional() }, fieldError('is not an object')).exactOptional(),
    else: stepList.exactOptional(),
  })
  .refine((step) => step.text !== undefined || step.interactive !== undefined, {
    error: '"text" or "interactive" is missing',
  });

const stepSchema = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('send_message'),
      text,
      attachments: attachments.exactOptional(),
      interactive: interactiveSchema.exactOptional(),
    }),
    z.object({
      type: z.literal('send_template'),
      messageTemplateId: id,
      variables: variables.exactOptional(),
      mediaFileId: id.nullable().exactOptional(),
    }),
    z.object({ type: z.literal('add_label'), labelId: id }),
    z.object({ type: z.literal('remove_label'), labelId: id }),
    z.object({ type: z.literal('set_attribute'), externalId: text, value: text }),
    z.object({
      type: z.literal('assign'),
      assignedUserId: text.nullable().exactOptional(),
      assignedTeamId: text.nullable().exactOptional(),
      userId: id.exactOptional(),
      teamId: id.exactOptional(),
      strategy: oneOf(assignmentStrategies).exactOptional(),
    }),
    z.object({
      type: z.literal('set_chat_status'),
      status: oneOf(Object.values(ChatStatus)),
      snoozeSeconds: count.exactOptional(),
    }),
    wait,
    z.object({
      type: z.literal('condition'),
      field: text,
      operator: oneOf(conditionOperators),
      value: text.exactOptional(),
      skip: count.exactOptional(),
    }),
    z.object({
      type: z.literal('call_webhook'),
      url: text,
      responseVariables: z
        .array(z.object({ name: text, pointer: text }), fieldError('is not a list'))
        .exactOptional(),
    }),
    z.object({
      type: z.literal('branch'),
      match: oneOf(branchMatches).exactOptional(),
      conditions: z.array(condition, fieldError('is not a list')),
      // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
      then: stepList,
      else: stepList.exactOptional(),
    }),
    z.object({ type: z.literal('set_variable'), name: text, value: text }),
    ask,
    z.object({ type: z.literal('stop') }),
  ],
  { error: ({ input }) => describeUnknownType(input) },
);

function describeUnknownType(step: unknown): string {
  if (typeof step !== 'object' || step === null) return 'it is not an object';
  const type = 'type' in step ? step.type : undefined;
  return typeof type === 'string' ? `its type "${type}" is unknown` : '"type" is not a string';
}
