import type { Family } from './read-scrape.js';

const types = ['counter', 'gauge', 'histogram', 'summary'];

/** Words that the name of a metric must not contain: units other than base units, and abbreviations of units. */
const wrongUnits =
  /_(?:ms|milliseconds?|micros|minutes?|hours?|days?|kb|mb|kilobytes|megabytes|percent|sec|secs)(?:_|$)/;

/** Labels whose values callers or tenants choose, so that every value would add a series. */
const unboundedLabels =
  /^(?:tenant|workspace|contact|chat|message|channel|webhook|user|key|request|job|worker)(?:_id)?$|^(?:url|path|host|ip|address|error)$/;

/** A metric with more series than this probably has a label with any number of values. The API has fewer operations. */
const mostSeries = 2_000;

/** Returns what `promtool check metrics` refuses, and labels that would create any number of series. */
export function findMetricProblems(families: readonly Family[]): string[] {
  return families.flatMap((family) => problemsOf(family).map((problem) => `${family.name}: ${problem}`));
}

function problemsOf({ name, type, help, samples }: Family): string[] {
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
  const checks: [isWrong: boolean, problem: string][] = [
    [!/^[a-z][a-z0-9_]*$/.test(name), 'the name is not in snake case'],
    [!types.includes(type), `the type is "${type}"`],
    [!/^[A-Z0-9].*\.$/.test(help) && name.startsWith('parley_'), 'the help is not a sentence'],
    [help === '', 'there is no help'],
    [type === 'counter' && !name.endsWith('_total'), 'a counter must end in _total'],
    [type !== 'counter' && name.endsWith('_total'), 'only a counter may end in _total'],
    [/_(?:bucket|count|sum)$/.test(name), 'only parts of a histogram may end like this'],
    [/_(?:counter|gauge|histogram|summary)(?:_|$)/.test(name), 'the name repeats the type'],
    [wrongUnits.test(name), 'the unit is not a base unit'],
    [[...labels].some((label) => unboundedLabels.test(label)), 'a label has no bound'],
    [samples.length > mostSeries, `there are ${samples.length} series`],
    [new Set(samples.map((sample) => JSON.stringify(sample))).size < samples.length, 'a series is repeated'],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}
