// The root scripts come through here. An old Node must be able to read this file, or it would show a syntax error instead
// of the line below: so no import statement, and no syntax that is younger than functions.
var required = [20, 19];
var found = process.versions.node.split('.').map(Number);

if (found[0] < required[0] || (found[0] === required[0] && found[1] < required[1])) {
  console.error('Parley needs Node %s or newer; this is Node %s.', required.join('.'), process.versions.node);
  process.exitCode = 1;
} else {
  import('./launch/run-program.js').then((launch) => launch.runProgram(process.argv.splice(2, 1)[0]));
}
