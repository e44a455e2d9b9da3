import { beforeAll, describe, expect, it } from '@jest/globals';
import type { components } from '@parley/contract/v3';
import { createTenant } from '@parley/core/administration';
import { createFile, createToken, expectStatus, findInDatabase } from '@parley/testkit';
import { useTestApp } from '@parley/testkit/use-test-app';

type NewChannel = components['schemas']['ChannelCreate'];

const metaSecrets = (marker: string) => ({
  accessToken: `${marker}-access-token`,
  appSecret: `${marker}-app-secret`,
  verifyToken: `${marker}-verify-token`,
});

/** A channel of each provider that has secrets. */
const channels: Readonly<
  Record<string, (marker: string) => NewChannel & { secrets: Record<string, string> }>
> = {
  whatsapp: (marker) => ({
    type: 'whatsapp',
    provider: 'whatsapp',
    name: 'WhatsApp',
    settings: { phoneNumberId: '106540352242922' },
    secrets: metaSecrets(`${marker}-whatsapp`),
  }),
  instagram: (marker) => ({
    type: 'instagram',
    provider: 'instagram',
    name: 'Instagram',
    settings: { accountId: '17841400000000001' },
    secrets: metaSecrets(`${marker}-instagram`),
  }),
  sms: (marker) => ({
    type: 'sms',
    provider: 'sms',
    name: 'SMS',
    settings: { accountSid: `AC${'0'.repeat(32)}`, from: '+15005550006' },
    secrets: { authToken: `${marker}-auth-token` },
  }),
  email: (marker) => ({
    type: 'email',
    provider: 'email',
    name: 'Support',
    settings: { host: 'smtp.partner.example', username: 'support', from: 'support@partner.example' },
    secrets: { ingressSecret: `${marker}-ingress-secret`, password: `${marker}-password` },
  }),
};

describe('secrets in the database', () => {
  const app = useTestApp();
  let tenantId: string;
  let token: string;
  const markers: string[] = [];

  beforeAll(async () => {
    const tenant = await createTenant(app.database, { slug: 'secretive', name: 'Secretive', plan: 'ultra' });
    markers.push(tenant.signingSecret);
    tenantId = tenant.id;
    token = await createToken(app.database, tenantId);
  });

  const once = (key: string) => ({ token, headers: { 'idempotency-key': key } });

  /** Calls twice with the same idempotency key. Both responses must be equal, including their secrets. */
  async function repeat<Body>(call: () => Promise<{ status: number; body: Body }>): Promise<Body> {
    const first = await call();
    const second = await call();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    return first.body;
  }

  it.each(Object.entries(channels))(
    'never appear in plain text: the credentials of %s, created and changed',
    async (provider, channelOf) => {
      const body = channelOf('marker-created');
      const create = () => app.v3.call('createChannel', { ...once(`create-${provider}`), body });
      const first = expectStatus(await create(), 200).body;
      expect(expectStatus(await create(), 200).body).toEqual(first);
      const other = channelOf('marker-other');
      const reused = await app.v3.call('createChannel', { ...once(`create-${provider}`), body: other });
      expectStatus(reused, 422);
      const { secrets } = channelOf('marker-changed');
      const params = { channelId: first.data.id };
      expectStatus(await app.v3.call('updateChannel', { token, params, body: { secrets } }), 200);
      markers.push(...Object.values(body.secrets), ...Object.values(secrets));
      expect(await findInDatabase(app.database, [...markers, 'marker-other'])).toEqual({});
    },
  );

  it('still work: the challenge of Meta is verified with the decrypted token', async () => {
    const channel = await app.database.prisma.channel.findFirstOrThrow({ where: { provider: 'whatsapp' } });
    const challenge = (verifyToken: string) =>
      app.send(
        'GET',
        `/ingress/${channel.id}?hub.mode=subscribe&hub.challenge=42&hub.verify_token=${verifyToken}`,
      );
    expect(await challenge('marker-changed-whatsapp-verify-token')).toMatchObject({ status: 200 });
    expect(await challenge('marker-created-whatsapp-verify-token')).not.toMatchObject({ status: 200 });
  });

  it('never appear in plain text: those of a webhook, created and rotated, with its events, deliveries and jobs', async () => {
    const body = { url: 'https://partner.example/hook' };
    const { data } = await repeat(async () =>
      expectStatus(await app.v3.call('createApiWebhook', { ...once('create-webhook'), body }), 200),
    );
    const params = { webhookId: data.id };
    const rotate = (key: string) =>
      repeat(async () =>
        expectStatus(await app.v3.call('rotateApiWebhookSecret', { ...once(key), params }), 200),
      );
    const rotated = [await rotate('rotate-1'), await rotate('rotate-2')];
    expectStatus(await app.v3.call('testApiWebhook', { token, params }), 200);
    markers.push(data.secret, ...rotated.map((response) => response.data.secret));
    expect(new Set(markers).size).toBe(markers.length);
    expect(await findInDatabase(app.database, markers)).toEqual({});
  });

  it('never appear in plain text: the signing secret of the workspace, rotated twice', async () => {
    const rotate = (key: string) =>
      repeat(async () => expectStatus(await app.v3.call('rotateWorkspaceSigningSecret', once(key)), 200));
    for (const key of ['rotate-workspace-1', 'rotate-workspace-2']) {
      markers.push((await rotate(key)).data.secret);
    }
    expect(await findInDatabase(app.database, markers)).toEqual({});
  });

  it('never appear in plain text: the keys of signed file URLs', async () => {
    const file = await createFile(app.database, tenantId);
    expectStatus(await app.v3.call('getFile', { token, params: { fileId: file.id } }), 200);
    const [stored] = await app.database.prisma.fileUrlKey.findMany();
    if (!stored?.wrappingKeyId) throw new Error('There is no wrapped key');
    const { id, secret, wrappingKeyId } = stored;
    const wrapped = { wrappingKeyId, wrapped: Buffer.from(secret) };
    const key = await app.database.keys.unwrap(wrapped, { table: 'file_url_keys', id });
    expect(key).toHaveLength(32);
    expect(await findInDatabase(app.database, [`whsec_${key.toString('base64')}`])).toEqual({});
  });

  it('never appear in a log line', () => {
    for (const marker of markers) expect(app.logs.join('\n')).not.toContain(marker);
  });

  it('would be found by the scan in JSON, in bytes and in a job', async () => {
    const { pool } = app.database;
    await pool.query(`update channels set secrets = jsonb_build_object('appSecret', 'planted-marker')
                      where provider = 'whatsapp'`);
    await pool.query(`insert into file_url_keys (id, secret) values (gen_random_uuid(), 'planted-marker')`);
    await pool.query(
      `select graphile_worker.add_job('planted', json_build_object('secret', 'planted-marker'))`,
    );
    expect(await findInDatabase(app.database, ['planted-marker'])).toEqual({
      'public.channels': 1,
      'public.file_url_keys': 1,
      'graphile_worker._private_jobs': 1,
    });
  });
});
