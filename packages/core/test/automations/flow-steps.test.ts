import { describe, expect, test } from '@jest/globals';
import { type AutomationStep, type BranchCondition, publishAutomation } from '../../src/index.js';
import { refusal } from '../refusals.js';
import { createAutomation, createLabel, createMessage } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { always, branch, nested, never, set } from './branch-steps.js';
import { prepareRun, send, succeed } from './prepare-run.js';

const worlds = useWorlds();
const tenantId = () => worlds.own.tenant.id;

async function perform(steps: readonly AutomationStep[], variables: Record<string, string> = {}) {
  const run = await prepareRun(worlds, steps, { variables });
  return { ...run, report: await run.work() };
}

describe('branch', () => {
  test('runs one of its lists, and then the step after it; positions follow the order of writing', async () => {
    const { report, texts, log, read } = await perform(nested);
    expect(report).toEqual({ outcome: 'completed' });
    expect(await texts()).toEqual(['1', '2', '3', '4']);
    expect((await log()).map(({ position, type }) => `${position} ${type}`)).toEqual([
      '0 branch',
      '1 send_message',
      '2 branch',
      '4 send_message',
      '5 send_message',
      '7 send_message',
    ]);
    expect(await read()).toMatchObject({ status: 'completed', position: 8 });
  });

  test('continues after an empty or missing list', async () => {
    const { texts } = await perform([branch([never]), branch([always], { yes: [] }), send('end')]);
    expect(await texts()).toEqual(['end']);
  });

  test('a condition in a list skips steps of that list only', async () => {
    const unmet = { type: 'condition', field: 'email', operator: 'equals', value: 'x' } as const;
    const { texts } = await perform([
      branch([always], { yes: [{ ...unmet, skip: 1 }, send('never'), send('1'), unmet, send('never')] }),
      send('2'),
    ]);
    expect(await texts()).toEqual(['1', '2']);
  });

  test.each<[string, string, string | undefined, boolean]>([
    ['variables.age', 'greater_than', '9', true],
    ['variables.age', 'less_than', '9', false],
    ['variables.city', 'greater_than', '9', false],
    ['variables.city', 'equals', 'berlin', true],
    ['variables.city', 'contains', 'LIN', true],
    ['variables.city', 'equals', '{{city}}', true],
    ['variables.unknown', 'is_not_set', undefined, true],
    ['variables.toString', 'is_set', undefined, false],
    ['chat.status', 'equals', 'open', true],
    ['chat.assignedUserId', 'is_set', undefined, false],
    ['variables.city', 'is_set', '{{missing}}', true],
    ['reply.text', 'contains', 'order', true],
    ['reply.text', 'contains', 'earlier', false],
    ['reply.id', 'equals', 'order', true],
    ['reply.id', 'equals', 'my order', false],
    ['reply.title', 'equals', 'MY ORDER', true],
    ['contact.labels', 'contains', 'VIP', false],
  ])('%s %s %s is %s', async (field, operator, value, isMet) => {
    const condition = { field, operator, ...(value !== undefined && { value }) } as BranchCondition;
    const run = await prepareRun(worlds, [branch([condition], { no: [send('no')] })], {
      variables: { age: '10', city: 'Berlin' },
    });
    const chat = await worlds.database.prisma.chat.findFirstOrThrow({ where: { id: run.chatId } });
    const reply = { id: 'order', title: 'My order' };
    for (const [text, sender, at, values] of [
      ['my order, please', 'inbound', '2026-11-14T09:00:02Z', { reply }],
      ['earlier', 'inbound', '2026-11-14T09:00:01Z', { reply: { id: 'earlier', title: 'Earlier' } }],
      ['earlier, too', 'outbound', '2026-11-14T09:00:03Z', {}],
    ] as const) {
      await createMessage(worlds.database, chat, { text, sender, timestamp: new Date(at), ...values });
    }
    await run.work();
    expect(await run.texts()).toEqual([isMet ? 'yes' : 'no']);
  });

  test('`any` needs one condition, `all` every one', async () => {
    const both = branch([never, always], { no: [send('no')] });
    expect(await (await perform([both])).texts()).toEqual(['no']);
    const any = { ...both, match: 'any' } as AutomationStep;
    expect(await (await perform([any])).texts()).toEqual(['yes']);
  });

  test.each([
    ['Europe/Berlin', '09:00', '18:00', true],
    ['Europe/Berlin', '18:00', '24:00', false],
    ['Pacific/Kiritimati', '00:00', '24:00', false],
  ])('%s from %s to %s on a Saturday contains 10:00 UTC: %s', async (timeZone, from, to, isMet) => {
    const run = await prepareRun(worlds, [
      branch(
        [
          {
            field: 'time',
            operator: 'is_within',
            workingHours: { timeZone, hours: [{ day: 'saturday', from, to }] },
          },
        ],
        { no: [send('no')] },
      ),
    ]);
    run.context.clock.set('2026-11-14T10:30:00Z');
    await run.work();
    expect(await run.texts()).toEqual([isMet ? 'yes' : 'no']);
  });

  test('events of nested steps belong to the chain of the run', async () => {
    const label = await createLabel(worlds.database, tenantId());
    const other = await createAutomation(worlds.database, tenantId(), { triggerType: 'label_added' });
    const { runId } = await perform([branch([always], { yes: [{ type: 'add_label', labelId: label.id }] })]);
    const runs = await worlds.database.prisma.automationRun.findMany({ where: { automationId: other.id } });
    expect(runs).toMatchObject([{ chainId: runId }]);
  });

  test('publishing needs the scopes of nested steps and of what the conditions compare', async () => {
    const steps = [
      branch([{ field: 'chat.status', operator: 'is_set' }], {
        yes: [
          branch([{ field: 'reply.text', operator: 'is_set' }], {
            yes: [{ type: 'set_chat_status', status: 'closed' }],
          }),
        ],
      }),
    ];
    const stored = JSON.parse(JSON.stringify(steps));
    const { id } = await createAutomation(worlds.database, tenantId(), { status: 'draft', steps: stored });
    const publish = (...scopes: string[]) =>
      publishAutomation({ ...worlds.context(), scopes: new Set(scopes) }, id);
    await expect(publish('chats:read', 'messages:read')).rejects.toMatchObject(scopeMissing('chats:write'));
    await expect(publish('chats:write')).rejects.toMatchObject(scopeMissing('chats:read messages:read'));
    await publish('chats:write', 'chats:read', 'messages:read');
  });

  test.each([
    ['a variable', set('copy', '{{email}}'), set('copy', 'text')],
    [
      'a branch',
      branch([{ field: 'variables.city', operator: 'equals', value: '{{email}}' }], { yes: [] }),
      branch([{ field: 'variables.city', operator: 'equals', value: 'Berlin' }], { yes: [] }),
    ],
  ])('publishing %s whose value has a placeholder needs contacts:read', async (_what, filled, plain) => {
    const inCity: BranchCondition = { field: 'variables.city', operator: 'is_set' };
    const publish = async (step: AutomationStep, ...scopes: string[]) => {
      const steps = JSON.parse(JSON.stringify([branch([inCity], { yes: [step] })]));
      const { id } = await createAutomation(worlds.database, tenantId(), { status: 'draft', steps });
      return publishAutomation({ ...worlds.context(), scopes: new Set(scopes) }, id);
    };
    await expect(publish(filled)).rejects.toMatchObject(scopeMissing('contacts:read'));
    await publish(filled, 'contacts:read');
    await publish(plain);
  });
});

function scopeMissing(requiredScope: string): object {
  return { ...refusal('forbidden'), details: { requiredScope } };
}

test.each<[string, unknown]>([
  ['a nested step of an unknown type', branch([always], { yes: [JSON.parse('{"type":"dance"}')] })],
  ['a condition that is not an object', branch([JSON.parse('null')])],
  ['an unknown time zone', branch([during('Mars/Olympus')])],
  ['an offset instead of a time zone', branch([during('+02:00')])],
])('%s fails the run without any effect', async (_what, step) => {
  const run = await prepareRun(worlds, []);
  const { automationVersionId } = await run.read();
  await worlds.database.prisma.automationVersion.update({
    where: { tenantId_id: { tenantId: tenantId(), id: automationVersionId } },
    data: { steps: JSON.parse(JSON.stringify([send('never'), step])) },
  });
  expect(await run.work()).toEqual({ outcome: 'failed' });
  expect((await run.read()).error).toMatchObject({ code: 'invalid_step' });
  expect(await run.texts()).toEqual([]);
});

function during(timeZone: string): BranchCondition {
  const hours = [{ day: 'monday', from: '09:00', to: '17:00' }] as const;
  return { field: 'time', operator: 'is_within', workingHours: { timeZone, hours } };
}

describe('stop', () => {
  test('completes the run, also from a nested list', async () => {
    const { report, texts, read } = await perform([
      branch([always], { yes: [send('1'), { type: 'stop' }, send('never')] }),
      send('never'),
    ]);
    expect(report).toEqual({ outcome: 'completed' });
    expect(await texts()).toEqual(['1']);
    expect(await read()).toMatchObject({ status: 'completed', error: null });
  });
});

describe('set_variable', () => {
  test('later steps use the value, also after another worker has continued the run', async () => {
    const run = await prepareRun(
      worlds,
      [
        set('city', 'Berlin'),
        set('place', '{{city}}, {{country}}'),
        { type: 'wait', seconds: 5 },
        send('{{place}}'),
      ],
      { variables: { city: 'Bonn', country: 'Germany' } },
    );
    expect(await run.work()).toEqual({ outcome: 'waiting' });
    run.context.clock.advance(5_000);
    await run.work();
    expect(await run.texts()).toEqual(['Berlin, Germany']);
    expect((await run.read()).variables).toEqual({
      city: 'Berlin',
      country: 'Germany',
      place: 'Berlin, Germany',
    });
  });

  test('fails the run when it has more than 100 variables or a value of more than 4,096 characters', async () => {
    const variables = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`v${index}`, 'x']));
    const many = await perform([set('v0', 'y'), set('v100', 'x')], variables);
    expect(await many.read()).toMatchObject({ position: 1, error: { code: 'variable_limit_reached' } });
    const long = await perform([set('twice', '{{text}}{{text}}')], { text: 'ä'.repeat(2_049) });
    expect((await long.read()).error).toMatchObject({ code: 'variable_limit_reached' });
    expect((await long.read()).variables).toEqual({ text: 'ä'.repeat(2_049) });
  });
});

describe('call_webhook with responseVariables', () => {
  const pointers = {
    status: '/order/status',
    count: '/items/1',
    isPaid: '/a~1b/~0',
    order: '/order',
    none: '/x',
  };
  const responseVariables = Object.entries(pointers).map(([name, pointer]) => ({ name, pointer }));
  const call: AutomationStep = { type: 'call_webhook', url: 'https://partner.example', responseVariables };

  test('strings, numbers and booleans of the response become variables', async () => {
    const run = await prepareRun(worlds, [call, send('{{status}} {{count}} {{isPaid}}')]);
    const body = JSON.stringify({
      order: { status: 'se\0nt \ud800' },
      items: [1, 2.5],
      'a/b': { '~': true },
    });
    const report = await run.work({
      callWebhook: async ({ needsResponse }) => {
        expect(needsResponse).toBe(true);
        return { kind: 'succeeded', statusCode: 200, body };
      },
    });
    expect(report).toEqual({ outcome: 'completed' });
    expect(await run.texts()).toEqual(['sent \ufffd 2.5 true']);
    expect((await run.read()).variables).toEqual({ status: 'sent \ufffd', count: '2.5', isPaid: 'true' });
  });

  test.each(['9007199254740993', '-9007199254740993', '1e400'])(
    'the number %s, which would lose digits, is skipped',
    async (number) => {
      const run = await prepareRun(worlds, [call], { variables: { count: 'old' } });
      const body = `{"order":{"status":9007199254740991},"items":[1,${number}]}`;
      await run.work({ callWebhook: async () => ({ kind: 'succeeded', statusCode: 200, body }) });
      expect((await run.read()).variables).toEqual({ count: 'old', status: '9007199254740991' });
    },
  );

  test.each([['not JSON'], ['null'], [undefined]])('the response %s sets no variable', async (body) => {
    const run = await prepareRun(worlds, [call], { variables: { status: 'old' } });
    await run.work({
      callWebhook: async () => ({ kind: 'succeeded', statusCode: 200, ...(body !== undefined && { body }) }),
    });
    expect(await run.read()).toMatchObject({ status: 'completed', variables: { status: 'old' } });
  });

  test('a call without responseVariables does not ask for the response', async () => {
    const run = await prepareRun(worlds, [{ type: 'call_webhook', url: 'https://partner.example' }]);
    await run.work({
      callWebhook: (made) => {
        expect(made.needsResponse).toBe(false);
        return succeed();
      },
    });
  });
});
