import type { Fixture } from './build-fixtures.js';
import { renderComment } from './render-comment.js';

/** Renders the module of the fixtures: a typed function for each of them. */
export function renderFixtures(fixtures: readonly Fixture[]): string {
  const resources = fixtures.filter(({ isEvent }) => !isEvent);
  return `// Generated from the contract by generate.ts; do not edit.

import type { ${resources
    .map(({ type }) => type)
    .sort()
    .join(', ')} } from '@parley/contract/v3';
import { createFixture } from '../fixtures/create-fixture.js';
import type { EventOf } from '../webhooks/event.js';

${fixtures.map(renderFixture).join('\n')}`;
}

function renderFixture({ name, type, isEvent, summary, value }: Fixture): string {
  return `${renderComment(summary)}
export const ${name} = /* @__PURE__ */ createFixture<${isEvent ? `EventOf<'${type}'>` : type}>(${JSON.stringify(value, null, 2)});
`;
}
