import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createEngine,
  type FuncMap,
  sprigConversions,
  sprigDefaults,
  sprigLists,
  sprigMath,
  sprigStrings,
} from '@promptctl/go-template-js';
import { parse, parseAllDocuments, stringify } from 'yaml';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: Record<string, unknown>;
  readonly data?: Readonly<Record<string, string>>;
}

export interface Chart {
  readonly folder: string;
  /** The values that replace those of the chart, merged as Helm merges them. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Default is `test`. */
  readonly release?: string;
}

/**
 * Renders a chart as `helm template` does, with an implementation of Go's templates and Sprig's functions, and the
 * functions that Helm adds. Helm itself is a binary, which no npm package contains.
 */
export function renderChart({ folder, values, release = 'test' }: Chart): Manifest[] {
  const chart: { name: string; version: string; appVersion: string } = read(folder, 'Chart.yaml');
  const scope = {
    Values: mergeValues(read(folder, 'values.yaml'), values),
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: release, Namespace: 'default', Service: 'Helm' },
  };
  const names = readdirSync(join(folder, 'templates'));
  // Each definition removes the lines before it, so that only the last line is left.
  const helpers = readFileSync(join(folder, 'templates/_helpers.tpl'), 'utf8').trimEnd();
  const render = (text: string, data: unknown): string => {
    const include = (name: unknown, inner: unknown) =>
      render(`{{ template ${JSON.stringify(name)} . }}`, inner);
    const funcs = {
      ...sprigConversions(),
      ...sprigDefaults(),
      ...sprigLists(),
      ...sprigMath(),
      ...sprigStrings(),
      ...helmFunctions(include, folder),
    };
    return (
      createEngine<string>({ fromString: (one) => one, funcs })
        // The engine knows functions, but no methods such as this one.
        .parse(`${helpers}${text}`.replaceAll('.Files.Get ', 'filesGet '))
        .evaluate(data)
        .join('')
    );
  };
  return names
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) =>
      readManifests(name, render(readFileSync(join(folder, 'templates', name), 'utf8'), scope)),
    );
}

function helmFunctions(include: (name: unknown, data: unknown) => string, folder: string): FuncMap {
  return {
    filesGet: {
      fn: (name: unknown) => readFileSync(join(folder, String(name)), 'utf8'),
      argTypes: ['string'],
    },
    include: { fn: include, argTypes: ['string', 'value'] },
    // Sprig's own function of this name quotes values of every type.
    quote: { fn: (value: unknown) => JSON.stringify(String(value)), argTypes: ['value'] },
    toYaml: { fn: (value: unknown) => stringify(value).trimEnd(), argTypes: ['value'] },
    required: {
      fn(message: unknown, value: unknown) {
        if (value === undefined || value === null || value === '') throw new Error(String(message));
        return value;
      },
      argTypes: ['string', 'value'],
    },
  };
}

function readManifests(name: string, text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = [...document.errors, ...document.warnings];
    if (error) throw new Error(`${name} renders text that is not YAML: ${error.message}`);
    const manifest: Manifest | null = document.toJS();
    return manifest === null ? [] : [manifest];
  });
}

function read<Content>(folder: string, name: string): Content {
  return parse(readFileSync(join(folder, name), 'utf8'));
}

/** Objects are merged key by key, null removes a key, and everything else replaces. */
export function mergeValues(base: unknown, change: unknown): unknown {
  if (!isObject(base) || !isObject(change)) return change === undefined ? base : change;
  const names = new Set([...Object.keys(base), ...Object.keys(change)]);
  for (const name of names) if (change[name] === null) names.delete(name);
  return Object.fromEntries([...names].map((name) => [name, mergeValues(base[name], change[name])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
