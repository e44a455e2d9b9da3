import { expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { startIssuer } from '../../../http/auth/start-issuer.js';
import { startStage, startTime } from '../../support/start-stage.js';

const issuer = useResource(
  () => startIssuer(() => new Date(startTime)),
  ({ stop }) => stop(),
);
const stage = useResource(
  () => {
    const { jwksUrl, issuer: name, audience } = issuer.config;
    return startStage({ env: { AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: name, AUTH_AUDIENCE: audience } });
  },
  ({ stop }) => stop(),
);

it('createChatNote 200: a note that is added with a token of another issuer has no key', async () => {
  const { v3 } = stage.clientsOf(await issuer.sign({ tenantId: stage.tenantId, kid: 'one' }));
  const params = { chatId: stage.own.chat.id };
  const { body } = expectStatus(await v3.call('createChatNote', { params, body: { text: 'Hello' } }), 200);
  expect(body.data).toMatchObject({ text: 'Hello', authorUserId: null, authorKeyId: null });
});
