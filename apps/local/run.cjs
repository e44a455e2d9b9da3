// The root scripts start here. A Node that is too old must be able to read this file, or it would show a syntax error
// instead of the line below. So this is CommonJS in ECMAScript 5, and everything else is loaded after the check. The oldest
// supported Node for this is 12.12: older ones do not know the option --enable-source-maps of the scripts.
var needed = 'Node 20 (20.19 or newer), 22 (22.12 or newer) or 24 and newer';
var parts = process.versions.node.split('.').map(Number);
var major = parts[0];
var minor = parts[1];

// The range of Prisma, which package.json repeats as ^20.19 || ^22.12 || >=24.0.
if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24) {
  require('./launch/load-program.cjs');
} else {
  console.error('Parley needs %s; this is Node %s.', needed, process.versions.node);
  process.exitCode = 1;
}
