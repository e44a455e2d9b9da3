import { startCluster } from '../crash/cluster.js';
import { isReady } from '../crash/scene.js';
import { waitFor } from '../crash/wait-for.js';
import { drawTrace } from './draw-trace.js';
import { setTraceScene } from './scene.js';
import { startCollector } from './start-collector.js';

const help = `npm run trace

Runs an API, a worker, a PostgreSQL and a collector of its own, sends one message through a provider to a webhook, and
prints the trace that the collector received: docs/operations/tracing.md shows it. All traffic stays on the loopback
interface.

  --help  prints this text`;

const timeoutMs = 60_000;
const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

if (process.argv.includes('--help')) console.log(help);
else await main();

async function main(): Promise<void> {
  const collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' };
  const cluster = await startCluster({ workers: 1, env });
  const scene = await setTraceScene(cluster.database).catch(async (error) => {
    await cluster.stop();
    await collector.stop();
    throw error;
  });
  try {
    await waitFor('the service is up', () => isReady(cluster.url), timeoutMs);
    // The first message also loads modules and plans statements.
    await scene.sendMessage(cluster.url);
    await waitFor('the first event has arrived', () => scene.delivered[0], timeoutMs);
    await scene.sendMessage(cluster.url, { traceparent: `00-${caller.traceId}-${caller.spanId}-01` });
    const hasEnded = () =>
      collector.spansOf(caller.traceId).find(({ name }) => name === 'deliver message.sent');
    await waitFor('the trace has arrived', hasEnded, timeoutMs);
  } finally {
    // The processes send the spans that are left when they stop.
    await cluster.stop();
    await scene.stop();
    await collector.stop();
  }
  console.log(drawTrace(collector.spansOf(caller.traceId)));
}
