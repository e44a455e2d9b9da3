import { describe, expect, test } from '@jest/globals';
import { createFile } from '@parley/testkit';
import { refusal, startSmtp } from '../../../../packages/channels/test/email/smtp-provider.js';
import { useProviders } from './use-providers.js';

const { sending, connect, mailTo, stopAfterTest } = useProviders();

describe('a message by email', () => {
  test('replies to the last mail, repeats its subject and carries its files', async () => {
    const smtp = await startSmtp();
    stopAfterTest(smtp);
    const channel = await connect('email', { port: smtp.port });
    const file = await createFile(sending.context().database, channel.tenantId, { name: 'note.txt' });
    const { id } = await sending.enqueue(channel, {
      ...(await mailTo(channel)),
      attachments: [{ fileId: file.id }],
    });
    await sending.send(id);
    expect(await sending.read(id)).toMatchObject({ status: 'sent' });
    const mime = smtp.mails[0]?.mime.toString('utf8') ?? '';
    expect(mime).toContain('Subject: Re: Order A-7');
    expect(mime).toContain(`In-Reply-To: <question-${channel.id}@example.com>`);
    expect(mime).toContain('filename=note.txt');
  });

  test('replies to the mail that it names, and not to the last one', async () => {
    const smtp = await startSmtp();
    stopAfterTest(smtp);
    const channel = await connect('email', { port: smtp.port });
    const question = await mailTo(channel);
    const { chatId } = question.to;
    const { prisma } = sending.context().database;
    const first = await prisma.message.findFirstOrThrow({ where: { chatId } });
    sending.clock.advance(1_000);
    await mailTo(channel, { externalId: '<later@example.com>', subject: 'Something else' });
    const { id } = await sending.enqueue(channel, { ...question, replyTo: { messageId: first.id } });
    await sending.send(id);
    const mime = smtp.mails[0]?.mime.toString('utf8') ?? '';
    expect(mime).toContain(`In-Reply-To: <question-${channel.id}@example.com>`);
    expect(mime).toContain(`References: <question-${channel.id}@example.com>`);
    expect(mime).toContain('Subject: Re: Order A-7');
    expect(mime).not.toContain('later@example.com');
  });

  test('that replies to a message without a Message-ID names no other mail', async () => {
    const smtp = await startSmtp();
    stopAfterTest(smtp);
    const channel = await connect('email', { port: smtp.port });
    const question = await mailTo(channel);
    const { chatId } = question.to;
    const { prisma } = sending.context().database;
    const failed = await sending.enqueue(channel, { ...question, subject: 'Refund' });
    await prisma.message.updateMany({ where: { id: failed.id }, data: { status: 'failed' } });
    const unnamed = await mailTo(channel, { externalId: `sha256:${'0'.repeat(64)}`, subject: 'Unnamed' });
    const second = await prisma.message.findFirstOrThrow({ where: { chatId, subject: 'Unnamed' } });
    for (const messageId of [failed.id, second.id]) {
      const { id } = await sending.enqueue(channel, { ...unnamed, replyTo: { messageId } });
      await sending.send(id);
    }
    const [toFailed, toUnnamed] = smtp.mails.map(({ mime }) => mime.toString('utf8'));
    expect(toFailed).toContain('Subject: Re: Refund');
    expect(toUnnamed).toContain('Subject: Re: Unnamed');
    for (const mime of [toFailed, toUnnamed]) expect(mime).not.toMatch(/^(In-Reply-To|References):/m);
  });

  test('shows the subject it was sent with, and does not reply to a mail that arrived after it was accepted', async () => {
    const smtp = await startSmtp();
    stopAfterTest(smtp);
    const channel = await connect('email', { port: smtp.port });
    const question = await mailTo(channel);
    const { id } = await sending.enqueue(channel, question);
    sending.clock.advance(1_000);
    await mailTo(channel, { externalId: '<later@example.com>', subject: 'Something else' });
    await sending.send(id);
    const mime = smtp.mails[0]?.mime.toString('utf8') ?? '';
    expect(mime).toContain('Subject: Re: Order A-7');
    expect(mime).toContain(`In-Reply-To: <question-${channel.id}@example.com>`);
    const event = await sending.context().database.prisma.event.findFirstOrThrow({
      where: { chatId: question.to.chatId, type: 'message.sent' },
    });
    expect(event.data).toMatchObject({ id, subject: 'Re: Order A-7' });
  });

  test('fails with the reply of the server when it is permanently refused', async () => {
    const smtp = await startSmtp({
      onRcptTo: (_address, _session, done) => done(refusal(550, 'No such user')),
    });
    stopAfterTest(smtp);
    const channel = await connect('email', { port: smtp.port });
    const { id } = await sending.enqueue(channel, { ...(await mailTo(channel)) });
    await sending.send(id);
    expect(await sending.read(id)).toMatchObject({ status: 'failed', errors: [{ code: '550' }] });
  });
});
