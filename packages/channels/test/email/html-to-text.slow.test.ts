import { describe, expect, it } from '@jest/globals';
import { htmlToText } from '../../src/email/html-to-text.js';

describe('HTML to text', () => {
  it.each([
    ['<b>', '</x>'],
    ['<div>', '</p>'],
    ['<table>', '</tr>'],
    ['<p><i>', '<p>'],
  ])('300 KB of %j and then of %j are converted quickly', (open, close) => {
    const html = open.repeat(150_000 / open.length) + close.repeat(150_000 / close.length);
    expect(cpuMsOf(() => htmlToText(html))).toBeLessThan(1_500);
  });

  it.each([
    '<',
    '<p',
    '<!--',
    '<script>',
    '&',
    '&#',
    '\n',
    '<br>',
    '</',
    '<script></scrip',
    '<b>',
    '<div>',
    '<svg>',
    '<ul><li>',
  ])('a megabyte of %j is converted quickly', (piece) => {
    const html = piece.repeat(Math.floor(1_000_000 / piece.length));
    expect(cpuMsOf(() => htmlToText(html))).toBeLessThan(1_500);
  });
});

/** Returns CPU time, which does not depend on other work of the machine. */
function cpuMsOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1_000;
}
