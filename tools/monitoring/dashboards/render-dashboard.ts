import { apiDashboard } from './api.js';
import type { Dashboard, Panel, Row } from './dashboard.js';
import { databaseDashboard } from './database.js';
import { workerDashboard } from './worker.js';

export const dashboards: readonly Dashboard[] = [apiDashboard, workerDashboard, databaseDashboard];

const panelsPerLine = 3;
const width = 24 / panelsPerLine;
const height = 8;

/** The operator chooses the data source in the dashboard. */
const datasource = { type: 'prometheus', uid: '$datasource' };

/** Renders the JSON that Grafana loads. */
export function renderDashboard({ uid, title, rows }: Dashboard): string {
  let top = 0;
  const panels = rows.flatMap((row) => {
    const rendered = renderRow(row, top);
    top += 1 + Math.ceil(row.panels.length / panelsPerLine) * height;
    return rendered;
  });
  const dashboard = {
    uid,
    title,
    tags: ['parley'],
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }],
    },
    panels: panels.map((panel, at) => ({ id: at + 1, ...panel })),
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}

function renderRow({ title, panels }: Row, top: number) {
  const header = { type: 'row', title, collapsed: false, gridPos: { h: 1, w: 24, x: 0, y: top } };
  return [header, ...panels.map((panel, at) => renderPanel(panel, at, top + 1))];
}

function renderPanel({ title, description, unit, queries }: Panel, at: number, top: number) {
  const gridPos = {
    h: height,
    w: width,
    x: (at % panelsPerLine) * width,
    y: top + Math.floor(at / panelsPerLine) * height,
  };
  return {
    type: 'timeseries',
    title,
    description,
    gridPos,
    datasource,
    fieldConfig: { defaults: { unit, min: unit === 's' ? undefined : 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: queries.map(({ expr, legend }, number) => ({
      refId: String.fromCharCode(65 + number),
      datasource,
      expr,
      legendFormat: legend,
    })),
  };
}
