import { type TestApp, testMetricsToken } from '@parley/testkit/app';

/** The metrics of a process about its reads. */
export async function readReads(app: TestApp) {
  const { text } = await app.send('GET', '/metrics', { token: testMetricsToken });
  const readSeries = (series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  };
  const onPrimary = (reason: string) =>
    readSeries(`parley_database_reads_total{target="primary",reason="${reason}"}`);
  const failedOnReplica = onPrimary('failed_on_replica');
  return {
    replica: readSeries('parley_database_reads_total{target="replica",reason="may_lag"}'),
    primary: onPrimary('own_write') + onPrimary('replica_unusable') + failedOnReplica,
    failedOnReplica,
    isUsable: readSeries('parley_replica_usable'),
    lagSeconds: readSeries('parley_replica_lag_seconds'),
  };
}
