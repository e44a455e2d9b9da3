/** CommonJS can load ES modules only with `import()`, which old versions of Node cannot parse. */
import('./run-program.js').then(({ runProgram }) => runProgram(process.argv.splice(2, 1)[0]));
