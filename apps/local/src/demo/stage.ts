import type { Lifecycle } from '../start/lifecycle.js';
import type { Caller } from './call-api.js';
import type { Inbox } from './inbox.js';
import type { StoryPrinter } from './story-printer.js';

/** What every scene has at hand. */
export interface Stage extends Caller {
  readonly lifecycle: Lifecycle;
  readonly printer: StoryPrinter;
  readonly inbox: Inbox;
}
