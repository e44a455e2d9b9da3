import type { TriggerType } from '@parley/database';

/** The parameters to which a trigger can be limited, each with the only type that has it. */
export const triggerParameters = {
  keyword: 'message_received',
  replyId: 'message_received',
  labelId: 'label_added',
  attributeId: 'attribute_changed',
  campaignId: 'campaign_replied',
  rule: 'schedule',
  timeZone: 'schedule',
  audienceQuery: 'schedule',
  segmentId: 'schedule',
} as const satisfies Record<string, TriggerType>;

export type TriggerParameter = keyof typeof triggerParameters;

export const triggerParameterNames = Object.keys(triggerParameters) as readonly TriggerParameter[];
