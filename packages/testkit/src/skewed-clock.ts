/**
 * Returns `NODE_OPTIONS` for a process whose system clock is ahead of the others, or behind them when the number is
 * negative.
 */
export function skewedClock(skewMs: number): string {
  const script = `const System = Date;
    globalThis.Date = class extends System {
      constructor(...values) { if (values.length > 0) super(...values); else super(System.now() + ${skewMs}); }
      static now() { return System.now() + ${skewMs}; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}
