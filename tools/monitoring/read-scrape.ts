export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric of a scrape, with its samples. */
export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const labelPair = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gy;

/** Reads the text format of Prometheus (version 0.0.4), and throws at the first line that does not follow it. */
export function readScrape(text: string): Family[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  const families = new Map<string, { name: string; type: string; help: string; samples: Sample[] }>();
  const familyOf = (name: string) => {
    const known = families.get(name) ?? { name, type: '', help: '', samples: [] };
    families.set(name, known);
    return known;
  };
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (kind === 'HELP') familyOf(name).help = rest;
    else if (kind === 'TYPE') familyOf(name).type = rest;
    else if (!line.startsWith('#')) addSample(readSample(line), families);
  }
  return [...families.values()];
}

function addSample(sample: Sample, families: ReadonlyMap<string, { samples: Sample[] }>): void {
  const base = sample.name.replace(/_(?:bucket|sum|count)$/, '');
  const family = families.get(sample.name) ?? families.get(base);
  if (family === undefined) throw new Error(`${sample.name} has no type.`);
  family.samples.push(sample);
}

function readSample(line: string): Sample {
  const [, name = '', inBraces = '', value = ''] = sampleLine.exec(line) ?? [];
  if (name === '') throw new Error(`This is not a sample: ${line}`);
  const pairs = [...inBraces.matchAll(labelPair)];
  if (pairs.map(([pair]) => pair).join('') !== inBraces) throw new Error(`These are not labels: ${line}`);
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
  if (Number.isNaN(number) && value !== 'NaN') throw new Error(`This is not a value: ${line}`);
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
    value: number,
  };
}
