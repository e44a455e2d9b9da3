import { followReference } from './follow-reference.js';
import { isObject, listOf } from './read-json.js';
import { readObjectSchema } from './read-object-schema.js';
import { readJsonSchema } from './read-responses.js';
import type { Context, Placed, Rule } from './redocly-plugin.js';

/** The headers of Standard Webhooks, without which a receiver cannot verify a delivery. */
const deliveryHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const envelope = ['id', 'event', 'tenantId', 'createdAt', 'data'];

/** Every webhook is one event, posted in the same envelope and signed in the same way. */
export const webhookDeliversAnEvent: Rule = () => ({
  WebhooksMap(webhooks, context) {
    for (const [event, value] of Object.entries(webhooks)) {
      const at = context.location.child([event]);
      const item = followReference(value, at, context);
      if (!item || event.startsWith('x-')) continue;
      for (const problem of listProblems(event, item, context)) {
        context.report({ message: `Webhook \`${event}\` ${problem}`, location: at.key() });
      }
    }
  },
});

function listProblems(event: string, item: Placed, context: Context): string[] {
  const { post } = item.node;
  if (!isObject(post)) return ['has no `post`. Events are delivered by POST.'];
  const operation = { node: post, location: item.location.child(['post']) };
  const declared = [item, operation].flatMap((holder) => readRequiredHeaders(holder, context));
  const missing = deliveryHeaders.filter((header) => !declared.includes(header));
  return [
    ...(missing.length > 0
      ? [`does not require the headers ${missing.join(', ')}. Add them to its \`parameters\`.`]
      : []),
    ...listBodyProblems(event, operation, context),
  ];
}

function readRequiredHeaders({ node, location }: Placed, context: Context): unknown[] {
  return listOf(node.parameters).flatMap((value, index) => {
    const parameter = followReference(value, location.child(['parameters', index]), context)?.node;
    return parameter?.in === 'header' && parameter.required === true ? [parameter.name] : [];
  });
}

function listBodyProblems(event: string, { node, location }: Placed, context: Context): string[] {
  const body = followReference(node.requestBody, location.child(['requestBody']), context);
  const schema = body && readJsonSchema(body, context);
  if (!schema || body.node.required !== true) return ['has no required JSON body. Declare its event.'];
  const { properties, required } = readObjectSchema(schema, context);
  const missing = envelope.filter((name) => !properties.has(name) || !required.has(name));
  const names = (properties.get('event') ?? []).map((property) => property.node.const);
  return [
    ...(missing.length > 0
      ? [
          `does not require ${missing.map((name) => `\`${name}\``).join(', ')} of its body. Every event has them.`,
        ]
      : []),
    ...(names.includes(event)
      ? []
      : [`posts another event. Write \`event: { type: string, const: ${event} }\`.`]),
  ];
}
