import { type Plan, Plan as plans } from '@parley/database';
import { UsageError } from '../command-error.js';
import type { CommandLine } from './command.js';
import { knownScopes } from './known-scopes.js';

export function requireOption({ options }: CommandLine, name: string): string {
  const value = options[name];
  if (!value) throw new UsageError(`--${name} is missing.`);
  return value;
}

export function refuseSurplus([word]: readonly string[]): void {
  if (word !== undefined) throw new UsageError(`Unexpected "${word}".`);
}

/** Reads scopes separated by spaces, as in a token, or by commas. */
export function readScopes(text: string): string[] {
  const scopes = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  if (scopes.length === 0) throw new UsageError('--scope is empty.');
  const known = knownScopes();
  const unknown = scopes.filter((scope) => !known.includes(scope));
  if (unknown.length > 0) {
    throw new UsageError(`Unknown scope ${unknown.join(', ')}. The scopes are: ${known.join(' ')}`);
  }
  return scopes;
}

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Keys expire by default, so that a forgotten key does not stay valid. */
const defaultExpiry = '365d';

/** Returns the time `90m`, `12h` or `30d` from now; the default is a year. Returns null for `never`. */
export function readExpiry(text: string | undefined, now: Date): Date | null {
  if (text === 'never') return null;
  const { amount, unit } =
    /^(?<amount>[1-9]\d{0,4})(?<unit>[mhd])$/.exec(text ?? defaultExpiry)?.groups ?? {};
  if (unit !== 'm' && unit !== 'h' && unit !== 'd') {
    throw new UsageError(`--expires must be a number and a unit (90m, 12h, 30d) or never, not "${text}".`);
  }
  return new Date(now.getTime() + Number(amount) * unitsMs[unit]);
}

export function readPlan(text: string): Plan {
  const plan = Object.values(plans).find((candidate) => candidate === text);
  if (!plan)
    throw new UsageError(`Unknown plan "${text}". The plans are: ${Object.values(plans).join(', ')}`);
  return plan;
}

export function readRequestsPerMinute({ options }: Pick<CommandLine, 'options'>): number | null {
  const text = options['requests-per-minute'];
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UsageError('--requests-per-minute must be a whole number above 0.');
  return Number(text);
}
