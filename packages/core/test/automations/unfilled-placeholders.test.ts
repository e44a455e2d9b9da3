import { describe, expect, test } from '@jest/globals';
import type { Prisma } from '@parley/database';
import { type AutomationStep, newId, triggerAutomation } from '../../src/index.js';
import { validationErrors } from '../refusals.js';
import { startTime } from '../test-context.js';
import { createAttribute, createAutomation, createContact, createMessageTemplate } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database, own, tenantId, context } = useWorlds();

async function trigger(
  steps: readonly AutomationStep[],
  values: { contactId?: string; variables?: Record<string, string>; scheduledAt?: string } = {},
) {
  // Steps are plain JSON.
  const stored = steps as unknown as Prisma.InputJsonArray;
  const { id: automationId } = await createAutomation(database, tenantId(), { steps: stored });
  const contactId = own.contact.id;
  const attempt = triggerAutomation(context(), { automationId, contactId, ...values });
  const countRuns = () => database.prisma.automationRun.count({ where: { automationId } });
  return { attempt, countRuns };
}

async function expectRefused(names: string[], ...args: Parameters<typeof trigger>) {
  const { attempt, countRuns } = await trigger(...args);
  const expected = Object.fromEntries(names.map((name) => [`variables.${name}`, 'invalid_type' as const]));
  await expect(attempt).rejects.toMatchObject(validationErrors(expected));
  expect(await countRuns()).toBe(0);
}

async function expectAccepted(...args: Parameters<typeof trigger>) {
  const { attempt, countRuns } = await trigger(...args);
  await expect(attempt).resolves.toMatchObject({ runId: expect.any(String) });
  expect(await countRuns()).toBe(1);
}

const templateWithButtons = {
  body: 'Hello {{displayName}}',
  content: {
    header: { type: 'text', text: 'New in {{season}}' },
    buttons: [
      { type: 'quick_reply', payload: '{{none}}' },
      { type: 'url', url: 'https://shop.example/{{path}}' },
    ],
  },
};

const say = (text: string): AutomationStep => ({ type: 'send_message', text });
const lowerAttribute = async () => {
  const { externalId } = await createAttribute(database, tenantId(), {
    externalId: `a${newId().slice(-12)}`,
  });
  return externalId;
};

describe('triggering an automation with placeholders', () => {
  test('400 that names each one without a value, of every kind of text; no run is recorded', async () => {
    const { id } = await createMessageTemplate(database, tenantId(), {
      body: '{{firstName}} {{ größe }} {{own}}',
    });
    const attribute = await lowerAttribute();
    await expectRefused(
      ['order', 'within', 'größe', 'note'],
      [
        say('{{firstName}} {{order}}'),
        { type: 'send_template', messageTemplateId: id, variables: { own: '{{within}}' } },
        { type: 'set_attribute', externalId: attribute, value: '{{note}}' },
      ],
    );
  });

  test('variables, fields of the contact and its attributes fill them', async () => {
    const { externalId } = own.attribute;
    const steps = [say(`{{order}} {{ größe.cm }} {{displayName}} {{phoneNumber}} {{${externalId}}}`)];
    const variables = { order: '7', 'gro\u0308\u00dfe.cm': '180' };
    await expectAccepted(steps, { variables });
    const { id: contactId } = await createContact(database, tenantId());
    await expectRefused([externalId], steps, { variables, contactId });
  });

  test('a field of the contact that is null or blank has no value, unless it may change before the step', async () => {
    const { id: contactId } = await createContact(database, tenantId(), {
      firstName: ' ',
      lastName: null,
      phoneNumber: '+4915512345601',
    });
    const steps = [say('{{firstName}} {{lastName}} {{fullName}} {{email}} {{phoneNumber}} {{displayName}}')];
    await expectRefused(['firstName', 'lastName', 'fullName', 'email'], steps, { contactId });
    await expectAccepted([say('{{displayName}} {{phoneNumber}}')], { contactId });
    await expectAccepted([say('{{firstName}}')], { contactId, variables: { firstName: 'Ada' } });
    await expectAccepted([{ type: 'wait', seconds: 1 }, ...steps], { contactId });
    const later = new Date(new Date(startTime).getTime() + 60_000).toISOString();
    await expectAccepted(steps, { contactId, scheduledAt: later });
  });

  test('placeholders in the header and the buttons of a template count like those in its text', async () => {
    const { id } = await createMessageTemplate(database, tenantId(), templateWithButtons);
    const steps: AutomationStep[] = [{ type: 'send_template', messageTemplateId: id }];
    await expectRefused(['season', 'path'], steps);
    await expectAccepted(steps, { variables: { season: 'winter', path: 'new' } });
  });

  test('an attribute that may be set before the step is checked by the step', async () => {
    const name = await lowerAttribute();
    const set: AutomationStep = { type: 'set_attribute', externalId: name, value: 'x' };
    await expectRefused([name], [say(`{{${name}}}`), set]);
    await expectAccepted([set, say(`{{${name}}}`)]);
    await expectAccepted([{ type: 'wait', seconds: 1 }, say(`{{${name}}}`)]);
    await expectAccepted([{ type: 'call_webhook', url: 'https://partner.example/' }, say(`{{${name}}}`)]);
    const later = new Date(new Date(startTime).getTime() + 60_000).toISOString();
    await expectAccepted([say(`{{${name}}}`)], { scheduledAt: later });
    await expectRefused(['nothing'], [{ type: 'wait', seconds: 1 }, say('{{nothing}}')], {
      scheduledAt: later,
    });
  });

  test('a step that a condition may skip causes no error; a step that it cannot skip does', async () => {
    const condition: AutomationStep = { type: 'condition', field: 'email', operator: 'is_set' };
    await expectAccepted([condition, say('{{x}}'), say('{{y}}')]);
    await expectRefused(['y'], [{ ...condition, skip: 1 }, say('{{x}}'), say('{{y}}')]);
    await expectAccepted([{ ...condition, skip: 1 }, { ...condition, skip: 1 }, say('{{y}}')]);
    await expectRefused(['x'], [say('{{x}}'), condition]);
  });

  test('unreadable steps and deleted templates are reported by the run', async () => {
    await expectAccepted([{ type: 'send_template', messageTemplateId: newId() }]);
    // No version of the service writes such a step.
    await expectAccepted([{ type: 'fly' } as unknown as AutomationStep, say('{{x}}')]);
  });
});
