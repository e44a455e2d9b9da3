/** Describes the selected tests that do not run with the merge tier, or that there are none at all. */
export function describeOthers(selected: readonly string[]): string {
  if (selected.length === 0) return 'Nothing changed that a test depends on.';
  const slow = selected.filter((test) => test.endsWith('.slow.test.ts'));
  if (slow.length === 0) return '';
  const command = `npm run test:jest -- --config jest.all.config.js --runTestsByPath ${slow.join(' ')}`;
  const only =
    slow.length === selected.length ? 'Only slow tests depend' : `${slow.length} slow tests also depend`;
  return `${only} on the change. Run them with:\n  ${command}`;
}
