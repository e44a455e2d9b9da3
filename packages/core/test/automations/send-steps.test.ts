import { describe, expect, test } from '@jest/globals';
import { contacts, getById, newId, triggerAutomation } from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createContext } from '../test-context.js';
import {
  createAutomation,
  createChannel,
  createContact,
  createFile,
  createMessageTemplate,
  createTenant,
} from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { always, createRunView, performIn, prepareRun } from './prepare-run.js';

const worlds = useWorlds();
const { database, prisma, tenantId } = worlds;

const perform = performIn(worlds);

describe('send_message', () => {
  test('fills in variables before fields of the contact, and queues the message', async () => {
    const text = '{{firstName}} {{ lastName }}: {{code}}';
    const file = await createFile(database, tenantId());
    const attachments = [{ fileId: file.id }];
    const { report, texts, chatId, contactId, runId, automationId, read, log } = await perform({
      type: 'send_message',
      text,
      attachments,
    });
    expect(report).toEqual({ outcome: 'completed' });
    const { lastName } = await getById(worlds.context(), contacts, contactId);
    expect(await texts()).toEqual([`Grace ${lastName}: A-1`]);
    const message = await prisma.message.findFirstOrThrow({
      where: { automationRunId: runId },
    });
    expect(message).toMatchObject({ chatId, status: 'pending', attachments: [{ fileId: file.id }] });
    expect(message).toMatchObject({ originType: 'automation', originId: automationId });
    expect(await findJobs(database, 'send-message', message.id)).toHaveLength(1);
    expect(await read()).toMatchObject({
      status: 'completed',
      position: 1,
      chatId,
      error: null,
      leaseToken: null,
    });
    expect(await log()).toEqual([{ position: 0, type: 'send_message', isFinished: true, errorCode: null }]);
  });

  test('fills in every text of an interactive message, and sends it', async () => {
    const { report, runId } = await perform({
      type: 'send_message',
      text: 'Hello {{firstName}}',
      interactive: {
        header: '{{code}}',
        body: 'Hello {{firstName}}',
        footer: 'For {{code}}',
        list: {
          button: '{{code}}',
          sections: [
            { title: '{{code}}', rows: [{ id: '{{code}}', title: '{{code}}', description: '{{code}}' }] },
          ],
        },
      },
    });
    expect(report).toEqual({ outcome: 'completed' });
    const where = { automationRunId: runId };
    const message = await prisma.message.findFirstOrThrow({ where });
    const row = { id: '{{code}}', title: 'A-1', description: 'A-1' };
    expect(message).toMatchObject({
      type: 'interactive',
      text: 'A-1\n\nHello Grace\n\nA-1\n1. A-1 (A-1)\n\nFor A-1',
      interactive: { header: 'A-1', list: { button: 'A-1', sections: [{ title: 'A-1', rows: [row] }] } },
    });
    const link = { title: 'Open', url: 'https://shop.example/{{code}}' };
    const linked = await perform({
      type: 'send_message',
      text: 'Look',
      interactive: { body: 'Look', link },
    });
    expect(await linked.texts()).toEqual(['Look\n\nOpen: https://shop.example/A-1']);
  });

  test('encodes the values in the URL of a link, and only there', async () => {
    const link = { title: '{{code}}', url: 'https://shop.example/{{code}}?of={{firstName}}' };
    const steps = [{ type: 'send_message', text: 'Look', interactive: { body: 'Look', link } }] as const;
    const run = await prepareRun(worlds, steps, { variables: { code: 'a /?&#', firstName: 'Zoë' } });
    expect(await run.work()).toEqual({ outcome: 'completed' });
    expect(await run.texts()).toEqual(['Look\n\na /?&#: https://shop.example/a%20%2F%3F%26%23?of=Zo%C3%AB']);
  });

  test.each([
    ['too long for a button', 'x'.repeat(21), 'String must contain at most 20'],
    ['blank', ' ', 'Must not be blank'],
  ])('fails the run when a filled text is %s; nothing is sent', async (_case, code, problem) => {
    const run = await prepareRun(
      worlds,
      [
        always,
        {
          type: 'send_message',
          text: 'When?',
          interactive: { body: 'When?', buttons: [{ id: 'a', title: '{{code}}' }] },
        },
      ],
      { variables: { code } },
    );
    expect(await run.work()).toEqual({ outcome: 'failed' });
    expect(await run.read()).toMatchObject({
      error: {
        code: 'invalid_body_params',
        message: expect.stringContaining(`interactive.buttons.0.title: ${problem}`),
      },
    });
    expect(await run.texts()).toEqual([]);
  });

  test('fails the run with missing_variable when a placeholder has no value, and names it; nothing is sent', async () => {
    const text = '{{firstName}} {{ straße }} {{code}} {{unknown}}';
    const run = await perform(always, { type: 'send_message', text });
    expect(run.report).toEqual({ outcome: 'failed' });
    expect(await run.read()).toMatchObject({
      status: 'failed',
      position: 1,
      error: { code: 'missing_variable', message: 'There is no value for {{straße}}, {{unknown}}.' },
    });
    expect(await run.log()).toMatchObject([{ errorCode: null }, { errorCode: 'missing_variable' }]);
    expect(await run.texts()).toEqual([]);
  });

  test('fails the run with malformed_placeholder for an old text that has one; nothing is sent', async () => {
    const run = await perform({ type: 'send_message', text: 'Hello {{first name}}, {{code}}' });
    expect((await run.read()).error).toMatchObject({
      code: 'malformed_placeholder',
      message: expect.stringContaining('"{{first name}}"'),
    });
    expect(await run.texts()).toEqual([]);
  });

  test('creates a chat on the channel of the trigger when there is none', async () => {
    const channel = await createChannel(database, tenantId(), { type: 'sms' });
    const run = await prepareRun(worlds, [{ type: 'send_message', text: 'Hi' }], {
      triggerChannelId: channel.id,
    });
    expect(await run.work()).toEqual({ outcome: 'completed' });
    const { chatId } = await run.read();
    const chat = await prisma.chat.findFirstOrThrow({ where: { id: chatId ?? '' } });
    expect(chat).toMatchObject({ channelId: channel.id, contactId: run.contactId });
    expect(chat.id).not.toBe(run.chatId);
  });

  test('fails the run with contact_unreachable when the contact has no address for the channel; nothing is sent', async () => {
    const channel = await createChannel(database, tenantId(), { type: 'email' });
    const run = await prepareRun(worlds, [{ type: 'send_message', text: 'Hi' }], {
      triggerChannelId: channel.id,
    });
    expect(await run.work()).toEqual({ outcome: 'failed' });
    expect(await run.read()).toMatchObject({
      status: 'failed',
      position: 0,
      error: {
        code: 'contact_unreachable',
        message: 'The contact has neither a chat nor an address for the channel of this run.',
      },
    });
    expect(await run.log()).toMatchObject([{ position: 0, errorCode: 'contact_unreachable' }]);
    expect(await run.texts()).toEqual([]);
  });

  test('fails a run without a channel when the contact has no address for any channel', async () => {
    const context = createContext(database, (await createTenant(database)).id);
    const { id: contactId } = await createContact(database, context.tenantId);
    const automation = await createAutomation(database, context.tenantId, {
      steps: [{ type: 'send_message', text: 'Hi' }],
    });
    const { runId } = await triggerAutomation(context, { automationId: automation.id, contactId });
    const run = createRunView(worlds, { runId, context });
    expect(await run.work()).toEqual({ outcome: 'failed' });
    expect((await run.read()).error).toEqual({
      code: 'contact_unreachable',
      message: 'The contact has neither a chat nor an address for any channel.',
    });
  });

  test('fails the run when the reply window of the chat is closed', async () => {
    const channel = await createChannel(database, tenantId(), { type: 'whatsapp' });
    const run = await prepareRun(worlds, [{ type: 'send_message', text: 'Hi' }], {
      triggerChannelId: channel.id,
    });
    expect(await run.work()).toEqual({ outcome: 'failed' });
    expect((await run.read()).error).toMatchObject({ code: 'reply_window_closed' });
    const chats = await prisma.chat.count({ where: { channelId: channel.id } });
    expect(chats).toBe(0);
  });
});

describe('send_template', () => {
  test('renders the template with the step’s variables over those of the run, with the given file', async () => {
    const template = await createMessageTemplate(database, tenantId(), {
      body: '{{firstName}}: {{code}} {{x}}',
    });
    const file = await createFile(database, tenantId());
    const { texts, runId } = await perform({
      type: 'send_template',
      messageTemplateId: template.id,
      variables: { x: '<{{code}}>' },
      mediaFileId: file.id,
    });
    expect(await texts()).toEqual(['Grace: A-1 <A-1>']);
    const message = await prisma.message.findFirstOrThrow({
      where: { automationRunId: runId },
    });
    expect(message).toMatchObject({ type: 'template', messageTemplateId: template.id });
    expect(message.attachments).toMatchObject([{ fileId: file.id }]);
  });

  test('fails the run when a placeholder has no value, or the template was deleted', async () => {
    const template = await createMessageTemplate(database, tenantId(), { body: '{{nobodyKnows}}' });
    const missing = await perform(always, { type: 'send_template', messageTemplateId: template.id });
    expect((await missing.read()).error).toEqual({
      code: 'missing_variable',
      message: 'There is no value for {{nobodyKnows}}.',
    });
    const variables = { nobodyKnows: 'about {{thisEither}}' };
    const within = await perform(always, {
      type: 'send_template',
      messageTemplateId: template.id,
      variables,
    });
    expect((await within.read()).error).toMatchObject({
      code: 'missing_variable',
      message: expect.stringContaining('thisEither'),
    });
    expect([...(await missing.texts()), ...(await within.texts())]).toEqual([]);
    const gone = await perform({ type: 'send_template', messageTemplateId: newId() });
    expect((await gone.read()).error).toMatchObject({ code: 'message_template_not_found' });
  });
});

describe('a contact without any chat', () => {
  test('gets the message on the oldest channel that reaches it, when no channel is named', async () => {
    const { id } = await createTenant(database);
    await createChannel(database, id, { type: 'email', createdAt: new Date('2026-01-01') });
    const sms = await createChannel(database, id, { type: 'sms', createdAt: new Date('2026-01-02') });
    await createChannel(database, id, { type: 'sms', createdAt: new Date('2026-01-03') });
    const contact = await createContact(database, id);
    const automation = await createAutomation(database, id);
    const context = createContext(database, id);
    const trigger = { automationId: automation.id, contactId: contact.id };
    const { runId } = await triggerAutomation(context, trigger);
    expect(await createRunView(worlds, { runId, context }).work()).toEqual({ outcome: 'completed' });
    const message = await prisma.message.findFirstOrThrow({ where: { automationRunId: runId } });
    expect(message.channelId).toBe(sms.id);
  });
});
