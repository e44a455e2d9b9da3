/** CommonJS loads modules by `import()` only, which an old Node cannot read. */
import('./run-program.js').then(({ runProgram }) => runProgram(process.argv.splice(2, 1)[0]));
