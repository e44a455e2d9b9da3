import type { Context } from '@parley/core';
import { demoTenantId } from '../../../../prisma/seed.js';
import type { Lifecycle } from '../start/lifecycle.js';
import type { StartedService } from '../start/start-everything.js';
import type { Inbox } from './inbox.js';
import type { StoryPrinter } from './story-printer.js';

/** What every scene has at hand. */
export interface Stage {
  readonly service: StartedService;
  readonly token: string;
  readonly lifecycle: Lifecycle;
  readonly printer: StoryPrinter;
  readonly inbox: Inbox;
}

export function contextOf({ service }: Stage): Context {
  return { database: service.database, tenantId: demoTenantId, now: () => new Date() };
}
