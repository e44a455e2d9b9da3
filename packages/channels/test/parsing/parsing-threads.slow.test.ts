import { describe, expect, it } from '@jest/globals';
import { fields } from '../payloads/email.js';
import { blocking, mail, program, useThreads } from '../support/use-threads.js';

const startThreads = useThreads();

describe('a payload in a thread', () => {
  it('is parsed without its parts when it is a mail that takes too long, before any that waits', async () => {
    const threads = startThreads({ threads: 1, deadlineMs: 5_000, program });
    const order: string[] = [];
    const slow = threads.parse('a', blocking('slow')).finally(() => order.push('slow'));
    const others = ['a', 'b'].map((tenantId) =>
      threads.parse(tenantId, mail(fields)).finally(() => order.push(tenantId)),
    );
    await expect(slow).resolves.toMatchObject({ incomplete: 'deadline' });
    await Promise.all(others);
    // Then it is the turn of the other tenant.
    expect(order).toEqual(['slow', 'b', 'a']);
  });
});
