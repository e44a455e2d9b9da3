import { expect, test } from '@jest/globals';
import { createProviderAccess } from '../../src/messages/provider-access.js';
import { askToKeepAlive, untilClosed } from '../outbound-http/request/watch-socket.js';
import { startTcpReceiver } from '../outbound-http/start-receiver.js';

test('an idle connection to a provider is closed, although the provider asks to keep it for longer', async () => {
  const provider = await startTcpReceiver(askToKeepAlive);
  const access = createProviderAccess(
    { webhookAllowedCidrs: ['127.0.0.0/8'], providerAllowedHosts: undefined },
    100,
  );
  const origin = `http://127.0.0.1:${provider.port}`;
  const { statusCode, body } = await access.dispatcher.request({ origin, path: '/', method: 'GET' });
  await body.dump();
  expect(statusCode).toBe(200);
  await untilClosed(provider.sockets[0]);
  await access.dispatcher.close();
  await provider.close();
});
