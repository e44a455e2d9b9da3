import { declaresResponseHeaders } from './declares-response-headers.js';
import { declaresTheSevenErrors } from './declares-the-seven-errors.js';
import { deprecatedInSunsetVersion } from './deprecated-in-sunset-version.js';
import { descriptionIsPlain } from './description-is-plain.js';
import { documentDeclaresPolicy } from './document-declares-policy.js';
import { errorsMatchPolicy } from './errors-match-policy.js';
import { examplesPresent } from './examples-present.js';
import { extensionIsMarked } from './extension-is-marked.js';
import { failureBodyNamesItsKeys } from './failure-body-names-its-keys.js';
import { filterFieldsExist } from './filter-fields-exist.js';
import { filterIdsAreNamedIds } from './filter-ids-are-named-ids.js';
import { headerExamplesMatch } from './header-examples-match.js';
import { idempotentDeclaresKey } from './idempotent-declares-key.js';
import { idsAndTimestampsUseSharedSchemas } from './ids-and-timestamps-use-shared-schemas.js';
import { knownExtensionKeys } from './known-extension-keys.js';
import { noReferencedDiscriminatorBody } from './no-referenced-discriminator-body.js';
import { operationHasScope } from './operation-has-scope.js';
import { pathParameterHasNotFound } from './path-parameter-has-not-found.js';
import { pathParameterIsString } from './path-parameter-is-string.js';
import { readingPostPathEndsApart } from './reading-post-path-ends-apart.js';
import { requestBodyIsClosed } from './request-body-is-closed.js';
import { requestListsAreClosed } from './request-lists-are-closed.js';
import { responseKeysAreRequired } from './response-keys-are-required.js';
import { responseStatusIsExact } from './response-status-is-exact.js';
import { successBodyHasBooleanSuccess } from './success-body-has-boolean-success.js';
import { sunsetOperationNamesSuccessor } from './sunset-operation-names-successor.js';
import { toolsAreFew } from './tools-are-few.js';
import { updateHasNoDefault } from './update-has-no-default.js';
import { webhookDeliversAnEvent } from './webhook-delivers-an-event.js';
import { writingPostIsIdempotent } from './writing-post-is-idempotent.js';

/** Returns our rules as a Redocly plugin; redocly.yaml switches them on. */
export default function plugin() {
  return {
    id: 'parley',
    rules: {
      oas3: {
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
      },
    },
  };
}
