import {
  type AnyRequest,
  type AnyResponse,
  type ApiVersion,
  createClient,
  createTwoWorlds,
  type TestClient,
  tokenOf,
  type World,
} from '@parley/testkit';
import { startTestApp, type TestApp, type TestAppOptions } from '@parley/testkit/app';
import { Agent } from 'undici';

/** The initial time of the clock of every stage. */
export const startTime = '2026-10-15T09:30:00.000Z';

/** The API with two tenants, each with one record of every kind. The clients use the first tenant. */
export interface Stage
  extends Clients,
    Pick<TestApp, 'clock' | 'database' | 'logs' | 'send' | 'stop' | 'url'> {
  readonly own: World;
  readonly other: World;
  readonly tenantId: string;
  readonly token: string;
  /** Clients for another tenant. */
  clientsOf(token: string): Clients;
  /** Any operation by its name, for tests that iterate over all of them. */
  call(operation: { version: ApiVersion; operationId: string }, request: AnyRequest): Promise<AnyResponse>;
}

export interface Clients {
  readonly v3: TestClient<'v3'>;
  readonly v2: TestClient<'v2'>;
}

export async function startStage(options: TestAppOptions = {}): Promise<Stage> {
  const app = await startTestApp({ now: startTime, ...options });
  const { own, other } = await createTwoWorlds(app.database);
  const token = await tokenOf(own.key);
  const dispatcher = new Agent();
  const clientsOf = (of: string): Clients => ({
    v3: createClient('v3', { url: app.url, token: of, dispatcher }),
    v2: createClient('v2', { url: app.url, token: of, dispatcher }),
  });
  const { v3, v2 } = clientsOf(token);
  return {
    ...app,
    own,
    other,
    tenantId: own.tenant.id,
    token,
    v3,
    v2,
    clientsOf,
    call: ({ version, operationId }, request) => (version === 'v3' ? v3 : v2).callAny(operationId, request),
    async stop() {
      await dispatcher.close();
      await app.stop();
    },
  };
}
