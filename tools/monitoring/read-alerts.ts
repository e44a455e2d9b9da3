import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface AlertTest {
  readonly alert_rule_test: readonly {
    readonly alertname: string;
    readonly exp_alerts?: readonly unknown[];
  }[];
}

export const prometheusFolder = fileURLToPath(new URL('../../deploy/prometheus', import.meta.url));

export function readAlerts(): Alert[] {
  const { groups }: { groups: { rules: Alert[] }[] } = parse(read('alerts.yml'));
  return groups.flatMap(({ rules }) => rules);
}

export function readAlertTests(): AlertTest[] {
  return parse(read('alerts.test.yml')).tests;
}

function read(name: string): string {
  return readFileSync(`${prometheusFolder}/${name}`, 'utf8');
}
