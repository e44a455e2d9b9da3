import { beforeAll, describe, expect, it } from '@jest/globals';
import plugin from '../rules/index.js';
import { allowForTools } from './allow-for-tools.js';
import { lintDocuments } from './lint-documents.js';
import type { RuleCases } from './rule-cases.js';
import { declaresResponseHeaders } from './rules/declares-response-headers.js';
import { declaresTheSevenErrors } from './rules/declares-the-seven-errors.js';
import { deprecatedInSunsetVersion } from './rules/deprecated-in-sunset-version.js';
import { descriptionIsPlain } from './rules/description-is-plain.js';
import { documentDeclaresPolicy } from './rules/document-declares-policy.js';
import { errorsMatchPolicy } from './rules/errors-match-policy.js';
import { examplesPresent } from './rules/examples-present.js';
import { extensionIsMarked } from './rules/extension-is-marked.js';
import { failureBodyNamesItsKeys } from './rules/failure-body-names-its-keys.js';
import { filterFieldsExist } from './rules/filter-fields-exist.js';
import { filterIdsAreNamedIds } from './rules/filter-ids-are-named-ids.js';
import { headerExamplesMatch } from './rules/header-examples-match.js';
import { idempotentDeclaresKey } from './rules/idempotent-declares-key.js';
import { idsAndTimestampsUseSharedSchemas } from './rules/ids-and-timestamps-use-shared-schemas.js';
import { knownExtensionKeys } from './rules/known-extension-keys.js';
import { noReferencedDiscriminatorBody } from './rules/no-referenced-discriminator-body.js';
import { operationHasScope } from './rules/operation-has-scope.js';
import { pathParameterHasNotFound } from './rules/path-parameter-has-not-found.js';
import { pathParameterIsString } from './rules/path-parameter-is-string.js';
import { readingPostPathEndsApart } from './rules/reading-post-path-ends-apart.js';
import { requestBodyIsClosed } from './rules/request-body-is-closed.js';
import { requestListsAreClosed } from './rules/request-lists-are-closed.js';
import { responseKeysAreRequired } from './rules/response-keys-are-required.js';
import { responseStatusIsExact } from './rules/response-status-is-exact.js';
import { successBodyHasBooleanSuccess } from './rules/success-body-has-boolean-success.js';
import { sunsetOperationNamesSuccessor } from './rules/sunset-operation-names-successor.js';
import { toolsAreFew } from './rules/tools-are-few.js';
import { updateHasNoDefault } from './rules/update-has-no-default.js';
import { webhookDeliversAnEvent } from './rules/webhook-delivers-an-event.js';
import { writingPostIsIdempotent } from './rules/writing-post-is-idempotent.js';

allowForTools();

const cases: Record<string, RuleCases> = {
  'declares-response-headers': declaresResponseHeaders,
  'declares-the-seven-errors': declaresTheSevenErrors,
  'deprecated-in-sunset-version': deprecatedInSunsetVersion,
  'description-is-plain': descriptionIsPlain,
  'document-declares-policy': documentDeclaresPolicy,
  'errors-match-policy': errorsMatchPolicy,
  'examples-present': examplesPresent,
  'extension-is-marked': extensionIsMarked,
  'failure-body-names-its-keys': failureBodyNamesItsKeys,
  'filter-fields-exist': filterFieldsExist,
  'filter-ids-are-named-ids': filterIdsAreNamedIds,
  'header-examples-match': headerExamplesMatch,
  'idempotent-declares-key': idempotentDeclaresKey,
  'ids-and-timestamps-use-shared-schemas': idsAndTimestampsUseSharedSchemas,
  'known-extension-keys': knownExtensionKeys,
  'no-referenced-discriminator-body': noReferencedDiscriminatorBody,
  'operation-has-scope': operationHasScope,
  'path-parameter-has-not-found': pathParameterHasNotFound,
  'path-parameter-is-string': pathParameterIsString,
  'reading-post-path-ends-apart': readingPostPathEndsApart,
  'request-body-is-closed': requestBodyIsClosed,
  'request-lists-are-closed': requestListsAreClosed,
  'response-keys-are-required': responseKeysAreRequired,
  'response-status-is-exact': responseStatusIsExact,
  'success-body-has-boolean-success': successBodyHasBooleanSuccess,
  'sunset-operation-names-successor': sunsetOperationNamesSuccessor,
  'tools-are-few': toolsAreFew,
  'update-has-no-default': updateHasNoDefault,
  'webhook-delivers-an-event': webhookDeliversAnEvent,
  'writing-post-is-idempotent': writingPostIsIdempotent,
};

it('every rule has a failing case', () => {
  expect(Object.keys(cases)).toEqual(Object.keys(plugin().rules.oas3));
});

/** The messages of each rule for each of its documents. All share one run, since starting Redocly takes the longest. */
let messages: Map<string, string[]>;
beforeAll(async () => {
  messages = await lintDocuments(cases);
});

describe.each(Object.entries(cases))('rule %s', (rule, { passes, fails }) => {
  it.each(Object.keys(passes))('passes %s', (name) => {
    expect(messages.get(`${rule}: ${name}`)).toEqual([]);
  });
  it.each(Object.entries(fails))('fails %s', (name, { messages: expected }) => {
    expect(messages.get(`${rule}: ${name}`)).toEqual(expected);
  });
});
