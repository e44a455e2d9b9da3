/**
 * Records the state that the test files of a process share. The returned function restores it and reports what was
 * changed.
 */
exports.guardProcess = () => {
  const environment = { ...process.env };
  const folder = process.cwd();
  const { exit } = process;
  process.exit = (code) => {
    throw new Error(
      `A test called process.exit(${code ?? ''}), which would end the run of other test files.`,
    );
  };
  return () => {
    process.exit = exit;
    const differences = restoreEnvironment(environment).map((name) => `process.env.${name}`);
    if (process.cwd() === folder) return differences;
    process.chdir(folder);
    return [...differences, 'the working directory'];
  };
};

function restoreEnvironment(before) {
  const names = Object.keys({ ...before, ...process.env }).filter(
    (name) => process.env[name] !== before[name],
  );
  for (const name of names) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  return names;
}
