import type { ReceivedSpan } from './decode-spans.js';

/** Draws the spans of a trace as a tree, each with its service, kind, duration and the attributes that say the most. */
export function drawTrace(spans: readonly ReceivedSpan[]): string {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const roots = spans.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId));
  const lines = inOrder(roots).flatMap((root) => [
    ...(root.parentSpanId === undefined ? [] : [`(span ${root.parentSpanId} of the caller)`]),
    ...drawSpan(root, spans, root.startNs),
  ]);
  return lines.join('\n');
}

function drawSpan(span: ReceivedSpan, spans: readonly ReceivedSpan[], firstNs: bigint): string[] {
  const children = inOrder(spans.filter(({ parentSpanId }) => parentSpanId === span.spanId));
  const below = children.flatMap((child, index) => {
    const isLast = index === children.length - 1;
    const [first = '', ...rest] = drawSpan(child, spans, firstNs);
    return [`${isLast ? '└─' : '├─'} ${first}`, ...rest.map((line) => `${isLast ? '  ' : '│ '} ${line}`)];
  });
  return [describe(span, firstNs), ...below];
}

function describe(
  { service, name, kind, startNs, endNs, attributes }: ReceivedSpan,
  firstNs: bigint,
): string {
  const shown = ['http.response.status_code', 'db.query.summary', 'http.request.resend_count'];
  const values = shown.flatMap((key) => (key in attributes ? [`${key}=${attributes[key]}`] : []));
  const times = `at ${inMs(startNs - firstNs)} for ${inMs(endNs - startNs)} ms`;
  return [`${name} [${service}, ${kind}] ${times}`, ...values].join(', ');
}

function inMs(ns: bigint): string {
  return (Number(ns) / 1e6).toFixed(1);
}

function inOrder(spans: readonly ReceivedSpan[]): ReceivedSpan[] {
  return [...spans].sort((one, other) => Number(one.startNs - other.startNs));
}
