import { describe, expect, it } from '@jest/globals';
import { v3Document } from '@parley/contract/documents';
import { type AutomationStep, eventTypes, legacyEventTypes } from '@parley/core';
import { MessageOrigin, MessageStatus, MessageType, TriggerType } from '@parley/database';
import { asArray, asObject } from '@parley/validation';

// The compiler requires every type of step here, and no other.
const steps: Readonly<Record<AutomationStep['type'], true>> = {
  send_message: true,
  send_template: true,
  add_label: true,
  remove_label: true,
  set_attribute: true,
  assign: true,
  set_chat_status: true,
  wait: true,
  condition: true,
  call_webhook: true,
  branch: true,
  set_variable: true,
  ask: true,
  stop: true,
};

const { schemas } = v3Document.components;
const types = [...eventTypes, ...legacyEventTypes];

describe('the contract lists what the service knows, in the same order', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['the types of messages', propertyOf('Message', 'type'), Object.values(MessageType)],
    ['the statuses of messages', schemas?.MessageStatus, Object.values(MessageStatus)],
    ['the origins of messages', propertyOf('MessageOrigin', 'type'), Object.values(MessageOrigin)],
    ['the types of events', schemas?.EventType, types],
    ['the types of steps', schemas?.AutomationStepType, Object.keys(steps)],
    ['the types of triggers', schemas?.AutomationTriggerType, Object.values(TriggerType)],
  ])('%s', (_name, schema, known) => {
    expect(asObject(schema)['x-extensible-enum']).toEqual(known);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['the types of events in a request', schemas?.EventTypeInput, types],
    ['the types of triggers in a request', schemas?.AutomationTriggerTypeInput, Object.values(TriggerType)],
  ])('%s', (_name, schema, known) => {
    expect(asObject(schema).enum).toEqual(known);
  });

  it.each(['AutomationStep', 'AutomationStepInput'])('the choices of %s', (name) => {
    expect(constantsOf(name, 'type')).toEqual(Object.keys(steps));
  });

  it('the choices of the feed', () => {
    expect(constantsOf('Event', 'event')).toEqual([...eventTypes]);
  });
});

function propertyOf(schema: string, property: string): unknown {
  return asObject(asObject(schemas?.[schema]).properties)[property];
}

/** The value of a property in each branch of a union. */
function constantsOf(union: string, property: string): unknown[] {
  return asArray(asObject(schemas?.[union]).oneOf).map((branch) => {
    const name = String(asObject(branch).$ref).split('/').at(-1) ?? '';
    return asObject(propertyOf(name, property)).const;
  });
}
