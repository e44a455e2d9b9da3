import { deliverTask } from './deliveries/deliver-task.js';
import type { Task } from './task.js';

/** Everything the worker can do, one line each. */
export const tasks: readonly Task[] = [deliverTask];
