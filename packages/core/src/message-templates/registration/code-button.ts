import { isDeepStrictEqual } from 'node:util';
import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import { fieldsOf } from '../../messages/content/template-texts.js';
import type { Transaction } from '../../sql/transact.js';
import type { LockedTemplate } from './locked-template.js';

/** The category of the templates whose message is a code. */
export const authentication = 'authentication';

type Content = LockedTemplate['content'];

/**
 * A message with a template for authentication has its code a second time, for the button that copies it. Returns whether the
 * content has changed.
 */
export function storeCodeButton(
  { send }: Pick<Transaction, 'send'>,
  { tenantId, now }: Context,
  { template, category }: { template: LockedTemplate; category: string },
): boolean {
  const others = withoutCodeButton(template.content);
  const content = category === authentication ? { ...others, buttons: [{ type: 'otp' }] } : others;
  if (isDeepStrictEqual(content, template.content)) return false;
  send(store, [tenantId, now(), template.id, JSON.stringify(content)]);
  return true;
}

export function withoutCodeButton({ buttons, ...others }: Content): Content {
  return buttons === undefined || isCodeButton(buttons) ? others : { ...others, buttons };
}

/** Whether the buttons of a template do nothing but copy the code. */
export function isCodeButton(buttons: unknown): boolean {
  return Array.isArray(buttons) && buttons.every((button) => fieldsOf(button).type === 'otp');
}

const store = statement(
  'store-code-button',
  `update message_templates set content = $4::jsonb, updated_at = $2::timestamptz
   where tenant_id = $1::uuid and id = $3::uuid`,
);
