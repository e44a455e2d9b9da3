import type { Finding } from '../report/report.js';
import { rules } from '../rules/violation.js';

/** Renders every finding with what is needed to reproduce it; an empty text if there is none. */
export function renderFindings(findings: readonly Finding[]): string {
  return findings.map(renderFinding).join('\n\n');
}

function renderFinding(finding: Finding, index: number): string {
  const { method, path, operationId, mutation, rule, seed, expected, received, curl, before = [] } = finding;
  const name = operationId === `${method} ${path}` ? operationId : `${operationId} (${method} ${path})`;
  const lines = [
    `${index + 1}. ${name}: ${rule}`,
    `   rule      ${rules[rule]}`,
    `   request   ${mutation === undefined ? 'valid' : `mutated: ${mutation}`}`,
    `   expected  ${expected}`,
    `   received  ${received}`,
    `   seed      ${seed}`,
    ...before.map((command) => `   first     ${command}`),
    `   ${before.length > 0 ? 'then ' : 'again'}     ${curl}`,
  ];
  return lines.join('\n');
}
