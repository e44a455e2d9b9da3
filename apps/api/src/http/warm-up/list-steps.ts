import { channelAdapters } from '@parley/channels';
import { defaultSizes } from '@parley/core';
import { type Database, ofTenant, onlyReads, runInPrismaTransaction } from '@parley/database';
import type { BodyBudget } from '../limits/body-budget.js';
import type { ApiVersion } from '../routing/api-version.js';
import type { PathRoutes } from '../routing/build-routes.js';
import type { UsageRecorder } from '../usage/record-usage.js';
import { compileChannelSchemas } from '../validation/check-channel.js';
import { rehearseBody } from './rehearse-body.js';
import { nobody, rehearseRoute } from './rehearse-route.js';
import { rehearseWrites } from './rehearse-writes.js';
import type { Step } from './warm-up.js';

export interface WarmUpParts extends Pick<UsageRecorder, 'rehearseUsage'> {
  readonly versions: readonly ApiVersion[];
  readonly routes: readonly PathRoutes[];
  readonly database: Database;
  readonly bodyBudget: BodyBudget;
  readonly now: () => Date;
}

/**
 * What the first requests would otherwise wait for: the query compiler of Prisma, the schemas of the providers, the code
 * and the names of each operation, the writes of Prisma, and the key of a sealed secret. Deprecated versions are left
 * out, because few call them.
 */
export function listSteps({ versions, routes, now, rehearseUsage, ...parts }: WarmUpParts): Step[] {
  const database = ofTenant(parts.database, nobody);
  const context = { database: onlyReads(database), now, sizes: defaultSizes, tenantId: nobody };
  const all = routes.flatMap((methods) => [...new Set(methods.values())]);
  const rehearsals = versions
    .filter(({ lifetime }) => lifetime === undefined)
    .flatMap(({ document, operations }) =>
      all
        .filter(({ operation }) => operations.includes(operation))
        .map((route) => ({
          name: route.operation.operationId,
          run: () => rehearseRoute(route, { document, context, rehearseUsage }),
        })),
    );
  return [
    {
      name: 'the query compiler of Prisma',
      run: () =>
        runInPrismaTransaction(database, ({ prisma }) =>
          prisma.tenant.findFirst({ where: { id: nobody }, select: { id: true } }),
        ),
    },
    ...channelAdapters.map((adapter) => ({
      name: `the schemas of ${adapter.provider}`,
      run: () => compileChannelSchemas(adapter),
    })),
    { name: 'reading a body', run: () => rehearseBody(parts.bodyBudget) },
    ...rehearsals,
    ...rehearseWrites(context),
  ];
}
