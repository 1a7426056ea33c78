import { type Metric, metricsByProcess } from '../metrics.ts'

/** The reference page of all metrics of the processes. */
export async function generateMetricsReference(): Promise<string> {
  const sections = [...metricsByProcess()].map(([name, metrics]) => `## ${name}\n\n${formatTable(metrics)}\n`)
  return `# Metrics

Every process serves these metrics for Prometheus at \`/metrics\` on its own port (\`METRICS_PORT\`), together with the usual process metrics,
such as \`process_resident_memory_bytes\` and \`nodejs_eventloop_lag_p99_seconds\`. No label contains an account, a service,
an address or other customer data. [Observability](../observability.md) has the scrape configuration, alert rules and a dashboard.

${sections.join('\n')}`
}

function formatTable(metrics: readonly Metric[]): string {
  const rows = metrics.map(
    ({ name, type, labels, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help.replaceAll('|', '\\|')} |`,
  )
  return ['| Metric | Type | Labels | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
