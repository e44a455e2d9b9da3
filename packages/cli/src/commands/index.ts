import type { Command } from '../frame/command.js';
import { api } from './api.js';
import { completion } from './completion.js';
import { deliveries } from './deliveries.js';
import { eventsResend } from './events-resend.js';
import { eventsTail } from './events-tail.js';
import { listen } from './listen.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { mcp } from './mcp.js';
import { sandbox } from './sandbox.js';
import { send } from './send.js';
import { trigger } from './trigger.js';
import { uses } from './uses.js';
import { whoami } from './whoami.js';

/** Every command, in the order of `--help`. Help and completion are made from this table. */
export const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  api,
  send,
  listen,
  trigger,
  eventsTail,
  eventsResend,
  deliveries,
  sandbox,
  mcp,
  uses,
  completion,
];
