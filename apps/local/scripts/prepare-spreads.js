import { parse } from 'acorn';
import { simple } from 'acorn-walk';

/**
 * Lets each object literal that begins with a spread and goes on begin with `...null` instead, which adds nothing.
 *
 * Node 20: otherwise it copies the first object as a whole, and then needs 1.8 µs for each property that is added to the copy,
 * instead of 0.05 µs.
 *
 * @param {string} source of a module
 * @returns {string} the source with the same lines, on which what follows moves to the right; a stack trace may name a neighbouring line
 *   where one line of a bundle has several of a source
 */
export function prepareSpreads(source) {
  if (!beginsWithSpread.test(source)) return source;
  const places = [];
  simple(parse(source, syntax), {
    ObjectExpression({ properties: [first, ...others] }) {
      if (first?.type === 'SpreadElement' && others.length > 0) places.push(first.start);
    },
  });
  // The end of the last part is the end of the source.
  const bounds = [0, ...places.sort((a, b) => a - b), source.length];
  return bounds
    .slice(1)
    .map((end, index) => source.slice(bounds[index], end))
    .join('...null, ');
}

const beginsWithSpread = /\{\s*\.\.\./;

/** @type {import('acorn').Options} a dependency can be CommonJS, which may return at the top */
const syntax = {
  ecmaVersion: 'latest',
  sourceType: 'module',
  allowHashBang: true,
  allowReturnOutsideFunction: true,
};
