import { jest } from '@jest/globals';
import { describeOpposingOrders } from './describe-opposing-orders.js';
import { useWorlds } from './use-worlds.js';

jest.setTimeout(120_000);

describeOpposingOrders(useWorlds(), 15);
