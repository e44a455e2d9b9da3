import type { Command } from '../frame/command.js';
import { api } from './api.js';
import { completion } from './completion.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { send } from './send.js';
import { uses } from './uses.js';
import { whoami } from './whoami.js';

/** Every command, in the order of `--help`. Help and completion are made from this table. */
export const commands: readonly Command[] = [login, logout, whoami, api, send, uses, completion];
