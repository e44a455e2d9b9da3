import { keyOf, type Mutant, type MutantKey } from './mutant.js';

/**
 * Mutants that change nothing that a caller can observe, with the reason. They are not counted. An entry names one mutant: its file,
 * the function or constant, the changed part, and the number of equal changes above it there. It counts only as long as the declaration
 * around it has the same text: after any change of it, the reason must be judged again.
 */
export const equivalents: readonly (MutantKey & Pick<Mutant, 'code'> & { readonly reason: string })[] = [
  {
    file: 'packages/core/src/campaigns/update-campaign.ts',
    at: 'updateCampaign',
    kind: 'remove-call',
    from: 'await plan(timingInputOf(seen, update, chooseClock(seen, time)));',
    to: '',
    ordinal: 0,
    code: '6bfa797af8a5',
    reason:
      'The result is remembered and computed again in the transaction; it only shortens the time of the locks.',
  },
  {
    file: 'packages/core/src/deliveries/disable-webhook.ts',
    at: 'disable',
    kind: 'sql-condition',
    from: "status = 'pending'",
    to: 'true',
    ordinal: 0,
    code: 'f4dea6c364c0',
    reason:
      'The status of the list is that of the delivery, which the condition on the delivery compares again.',
  },
  {
    file: 'packages/core/src/handover/import-files.ts',
    at: 'importFiles',
    kind: 'swap-operator',
    from: 'last === undefined || files.length < importedFilePage',
    to: '(last === undefined) && (files.length < importedFilePage)',
    ordinal: 0,
    code: 'bbd4fda31d1a',
    reason: 'The loop then ends with an empty page instead of a short one; the same files are read.',
  },
  {
    file: 'apps/api/src/http/limits/memory-windows.ts',
    at: 'createMemoryWindows',
    kind: 'flip-literal',
    from: '0',
    to: '(0 + 1)',
    ordinal: 0,
    code: '46176a1231a9',
    reason:
      'No window starts in the first millisecond of 1970, so the first request starts a new window either way.',
  },
  {
    file: 'apps/api/src/http/validation/validate-request.ts',
    at: 'loadErrorFinders',
    kind: 'remove-call',
    from: 'known.set(compiled, finders);',
    to: '',
    ordinal: 0,
    code: 'bb89d680924f',
    reason: 'The checks are created again for the next app of the process; they find the same errors.',
  },
  {
    file: 'apps/api/src/http/validation/find-unstorable-text.ts',
    at: 'findUnstorableText',
    kind: 'swap-operator',
    from: 'step % stepsPerCheck === 0',
    to: '(step % stepsPerCheck) !== (0)',
    ordinal: 0,
    code: '62fffa2058cb',
    reason: 'It only chooses how often the clock is read while a large body is searched.',
  },
  {
    file: 'packages/core/src/recurrence/find-next-occurrence.ts',
    at: 'findFirstOccurrence',
    kind: 'flip-literal',
    from: '1',
    to: '(1 + 1)',
    ordinal: 0,
    code: '0ea11dac680f',
    reason: 'Rules have occurrences on whole seconds, so none lies in the millisecond before.',
  },
  {
    file: 'apps/api/src/http/usage/read-shape.ts',
    at: '#addAlternatives',
    kind: 'flip-literal',
    from: '0',
    to: '(0 + 1)',
    ordinal: 0,
    code: '69df51b069c8',
    reason:
      'The name that all alternatives have in common is found in the second one as well, and one alternative alone has no tag.',
  },
  {
    file: 'packages/core/src/retention/remove-files.ts',
    at: 'markUsed',
    kind: 'sql-condition',
    from: 'created_at < $3::timestamptz',
    to: '($3::timestamptz is null) is not null',
    ordinal: 0,
    code: '6d0f18505d5f',
    reason:
      'The files were found by the same condition in the same transaction, and the time of creation never changes.',
  },
  {
    file: 'packages/core/src/erasures/hide-person.ts',
    at: 'eraseColumns',
    kind: 'sql-assignment',
    from: 'updated_at = $3::timestamptz',
    to: 'updated_at = case when ($3::timestamptz) is null then contacts.updated_at else contacts.updated_at end',
    ordinal: 0,
    code: 'd89dd05b6a8a',
    reason: 'The contact is hidden from every operation by the same transaction, until its row is deleted.',
  },
];

const codes = new Map(equivalents.map((one) => [keyOf(one), one.code]));

export function isEquivalent(mutant: Mutant): boolean {
  return codes.get(keyOf(mutant)) === mutant.code;
}
