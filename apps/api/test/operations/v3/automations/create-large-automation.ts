import { describe, expect, it } from '@jest/globals';
import type { RenewableWorld } from '../../support/use-stage.js';
import { type AutomationCreate, automationCalls } from './automation-calls.js';

type Step = AutomationCreate['steps'][number];

/** The body limit of the operation. */
const maxBytes = 1024 * 1024;

export function describeLargeAutomations(world: RenewableWorld): void {
  const { createdBy } = automationCalls(world);

  /** A branch with as many working hours as the contract allows, which have the most values for their length. */
  const branch = (nested: Step[]): Step => ({
    type: 'branch',
    conditions: Array.from({ length: 20 }, () => ({
      field: 'time',
      operator: 'is_within',
      workingHours: {
        timeZone: 'UTC',
        hours: Array.from({ length: 50 }, () => ({ day: 'monday', from: '00:00', to: '24:00' })),
      },
    })),
    // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
    then: nested,
  });

  const template = (): Step => ({
    type: 'send_template',
    messageTemplateId: world.messageTemplate.id,
    variables: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`v${index}`, ''])),
  });

  describe('createAutomation 200 for a large body', () => {
    it('with 100 nested steps that fill the body limit', async () => {
      const nested = [
        ...Array.from({ length: 19 }, () => branch([])),
        ...Array.from({ length: 80 }, () => template()),
      ];
      const steps = [branch(nested)];
      const { length } = JSON.stringify({ name: 'Welcome', trigger: { type: 'manual' }, steps });
      expect(length).toBeGreaterThan(0.95 * maxBytes);
      expect(length).toBeLessThanOrEqual(maxBytes);
      const created = await createdBy({ steps });
      expect(JSON.stringify(created.latestVersion.steps)).toHaveLength(JSON.stringify(steps).length);
    });
  });
}
