/** One value of a family of metrics. */
export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

export interface MetricFamily {
  readonly name: string
  readonly help: string
  readonly samples: readonly Sample[]
}

/** The media type of the text format that Prometheus reads. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes gauges in the text format of Prometheus; labels are escaped, because they contain texts of customers. */
export function formatExposition(families: readonly MetricFamily[]): string {
  return families
    .map(({ name, help, samples }) =>
      [
        `# HELP ${name} ${escapeText(help)}`,
        `# TYPE ${name} gauge`,
        ...samples.map(({ labels, value }) => `${name}{${renderLabels(labels)}} ${value}`),
      ]
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('')
}

const renderLabels = (labels: Sample['labels']): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeText(String(value)).replaceAll('"', '\\"')}"`)
    .join(',')

const escapeText = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
