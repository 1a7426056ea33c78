import { type Metric, metricsByProcess } from '../metrics.ts'

/** The reference page of everything that processes measure. */
export async function metricsReference(): Promise<string> {
  const sections = [...metricsByProcess()].map(([name, metrics]) => `## ${name}\n\n${table(metrics)}\n`)
  return `# Metrics

Every process serves these at \`/metrics\` on its own port (\`METRICS_PORT\`), for Prometheus; beside them the usual ones of a
process, such as \`process_resident_memory_bytes\` and \`nodejs_eventloop_lag_p99_seconds\`. No label holds an account, a service,
an address or anything else that customers write. How to scrape, what to be woken by, and a dashboard:
[observability](../observability.md).

${sections.join('\n')}`
}

function table(metrics: readonly Metric[]): string {
  const rows = metrics.map(
    ({ name, type, labels, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help.replaceAll('|', '\\|')} |`,
  )
  return ['| metric | type | labels | what it says |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
