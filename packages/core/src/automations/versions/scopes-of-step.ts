import type { NewStep } from './new-step.js';
import type { AutomationStep } from './steps.js';

/** Returns the scopes that a caller needs in order to do through the API what a step does, without its nested steps. */
export function scopesOfStep(step: AutomationStep): readonly string[] {
  switch (step.type) {
    case 'send_message':
    case 'send_template':
      return ['messages:write', ...scopesOfReferences(step)];
    case 'add_label':
    case 'remove_label':
    case 'set_attribute':
      return ['contacts:write'];
    case 'assign':
    case 'set_chat_status':
      return ['chats:write'];
    case 'condition':
      return ['contacts:read'];
    case 'call_webhook':
      // The call contains the contact and the chat.
      return ['contacts:read', 'chats:read'];
    case 'branch':
      return step.conditions.flatMap(({ field, value }) => [
        ...(scopesByField[field.split('.')[0] ?? ''] ?? []),
        ...scopesOfValue(value),
      ]);
    case 'ask':
      // The reply is kept where other steps, such as a call, can read it.
      return [
        ...['messages:write', 'messages:read'],
        ...(step.saveTo.externalId === undefined ? [] : ['contacts:write']),
      ];
    case 'set_variable':
      return scopesOfValue(step.value);
    case 'wait':
    case 'stop':
      return [];
    default:
      return step satisfies never;
  }
}

const scopesByField: Readonly<Record<string, readonly string[]>> = {
  contact: ['contacts:read'],
  chat: ['chats:read'],
  reply: ['messages:read'],
};

/** A placeholder can be replaced by a field of the contact, and the variables of a run can be read. */
function scopesOfValue(value = ''): readonly string[] {
  return value.includes('{{') ? ['contacts:read'] : [];
}

/** Returns the scopes for the records whose content a step sends. */
export function scopesOfReferences(step: NewStep): readonly string[] {
  if (step.type === 'send_message') return step.attachments?.length ? ['files:read'] : [];
  if (step.type !== 'send_template') return [];
  const hasFile = Boolean(step.mediaFileId) || ('mediaUrl' in step && step.mediaUrl !== undefined);
  return ['message_templates:read', ...(hasFile ? ['files:read'] : [])];
}
