import { describe, expect, it } from '@jest/globals';
import { describeResults, hasPassed, isWithin } from '../../src/abuse/describe-results.js';
import { loadScenarios } from '../../src/abuse/load-scenarios.js';
import { runScenario } from '../../src/abuse/run-scenario.js';
import type { Scenario } from '../../src/abuse/scenario.js';

const scenario: Scenario = {
  name: 'flood',
  bound: { figure: 'p99', unit: 'ms', atMost: 100 },
  run: async () => 12.25,
};

describe('a bound', () => {
  it('is met by a figure that equals it, and not by NaN', () => {
    const unit = 'ms';
    expect(isWithin({ figure: 'p99', unit, atMost: 100 }, 100)).toBe(true);
    expect(isWithin({ figure: 'p99', unit, atMost: 100 }, 100.1)).toBe(false);
    expect(isWithin({ figure: 'rate', unit, atLeast: 5 }, 4.9)).toBe(false);
    expect(isWithin({ figure: 'rate', unit, atLeast: 5 }, Number.NaN)).toBe(false);
  });
});

describe('a scenario', () => {
  it('passes with its figure in the table', async () => {
    const result = await runScenario(scenario);
    expect(hasPassed(result)).toBe(true);
    expect(describeResults([result])[1]).toBe('flood     p99     12.3 ms   ≤ 100 ms  ok');
  });

  it('fails if it throws or does not end; what it started is stopped', async () => {
    const stopped: string[] = [];
    const broken = await runScenario({
      ...scenario,
      async run(stage) {
        stage.onEnd(() => void stopped.push('first'));
        stage.onEnd(() => void stopped.push('second'));
        throw new Error('a message was lost');
      },
    });
    const endless = await runScenario({
      ...scenario,
      timeoutMs: 10,
      run: () => new Promise(() => undefined),
    });
    expect([hasPassed(broken), hasPassed(endless)]).toEqual([false, false]);
    expect(stopped).toEqual(['second', 'first']);
    expect(describeResults([broken, endless]).join('\n')).toMatch(
      /a message was lost.*MISSED\n.*did not end.*MISSED/,
    );
  });
});

it('every scenario has a unique name', async () => {
  const names = (await loadScenarios()).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
