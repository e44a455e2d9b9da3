import type { ParleyClient } from '@parley/client';
import type { Lifecycle } from '../start/lifecycle.js';
import type { StartedService } from '../start/run-service.js';
import type { Inbox } from './inbox.js';
import type { StoryPrinter } from './story-printer.js';

/** The objects that every scene uses. */
export interface Stage {
  readonly parley: ParleyClient;
  readonly service: StartedService;
  readonly token: string;
  readonly lifecycle: Lifecycle;
  readonly printer: StoryPrinter;
  readonly inbox: Inbox;
}
