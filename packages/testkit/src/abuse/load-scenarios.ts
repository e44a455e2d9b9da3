import { readdir } from 'node:fs/promises';
import type { Scenario } from './scenario.js';

/** Every module in `scenarios/` exports one `scenario` or a list of `scenarios`. */
interface ScenarioModule {
  readonly scenario?: Scenario;
  readonly scenarios?: readonly Scenario[];
}

const folder = new URL('./scenarios/', import.meta.url);

export async function loadScenarios(): Promise<Scenario[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort();
  const loaded = await Promise.all(files.map(loadModule));
  return loaded.flat();
}

async function loadModule(file: string): Promise<readonly Scenario[]> {
  const { scenario, scenarios }: ScenarioModule = await import(new URL(file, folder).href);
  const found = scenarios ?? (scenario ? [scenario] : []);
  if (found.length === 0) throw new Error(`${file} exports neither "scenario" nor "scenarios".`);
  return found;
}
