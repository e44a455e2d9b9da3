import type { TriggerType } from '@parley/database';
import {
  type TriggerParameter,
  triggerParameterNames,
  triggerParameters,
} from '../../triggers/trigger-parameters.js';
import type { ValidationErrors } from '../../validation-errors.js';

export type NewTrigger = {
  readonly type: TriggerType;
  readonly channelId?: string | null;
} & { readonly [Name in TriggerParameter]?: string | null };

/** The kinds of records to which a trigger refers. */
export interface KnownRecords {
  has(kind: 'channel' | 'label' | 'attribute' | 'campaign' | 'segment', id: string): boolean;
}

export function checkTrigger(trigger: NewTrigger, known: KnownRecords, errors: ValidationErrors): void {
  const { type, channelId, keyword } = trigger;
  if (channelId && !known.has('channel', channelId))
    errors.add('trigger.channelId', 'not_found', 'Channel not found');
  if (keyword?.trim() === '') errors.add('trigger.keyword', 'too_small', 'Must not be blank');
  for (const name of triggerParameterNames) {
    const value = trigger[name];
    if (!value) continue;
    const kind = kinds[name];
    if (type !== triggerParameters[name]) {
      const message = `Only allowed with the type "${triggerParameters[name]}"`;
      errors.add(pathOf(name), 'unrecognized_keys', message);
    } else if (kind && !known.has(kind.name, value)) {
      errors.add(pathOf(name), 'not_found', kind.message);
    }
  }
}

/** A request has the parameters of a schedule in two objects. */
export function pathOf(name: TriggerParameter): string {
  const nested: Partial<Record<TriggerParameter, string>> = {
    rule: 'schedule.rule',
    timeZone: 'schedule.timeZone',
    audienceQuery: 'audience.query',
    segmentId: 'audience.segmentId',
  };
  return `trigger.${nested[name] ?? name}`;
}

const kinds = {
  keyword: undefined,
  replyId: undefined,
  labelId: { name: 'label', message: 'Label not found' },
  attributeId: { name: 'attribute', message: 'Attribute not found' },
  campaignId: { name: 'campaign', message: 'Campaign not found' },
  rule: undefined,
  timeZone: undefined,
  audienceQuery: undefined,
  segmentId: { name: 'segment', message: 'Segment not found' },
} as const satisfies Record<TriggerParameter, unknown>;
