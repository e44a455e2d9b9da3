import { pathToFileURL } from 'node:url';

// Runs examples one after another in this process, because loading the client takes longer than most of them. A line with the
// separator follows the output of each.
const [separator, ...files] = process.argv.slice(2);
for (const file of files) {
  await import(pathToFileURL(file).href);
  console.log(separator);
}
