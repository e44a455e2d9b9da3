import { mkdirSync, writeFileSync } from 'node:fs';
import { dashboards, renderDashboard } from './dashboards/render-dashboard.js';

/** Writes the dashboards for Grafana. */
const folder = new URL('../../deploy/grafana/dashboards/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const dashboard of dashboards)
  writeFileSync(new URL(`${dashboard.uid}.json`, folder), renderDashboard(dashboard));
