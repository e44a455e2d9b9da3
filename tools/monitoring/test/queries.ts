import { dashboards } from '../dashboards/render-dashboard.js';

/** Each query of the dashboards, with the names of its dashboard and of its panel. */
export const queries = dashboards.flatMap(({ uid, rows }) =>
  rows.flatMap(({ panels }) =>
    panels.flatMap(({ title, queries: all }) => all.map((query) => [uid, title, query] as const)),
  ),
);
