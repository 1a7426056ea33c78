import { Config as AnalystConfig } from '@wachta/analyst/config'
import { Config } from '@wachta/api/config'
import { Config as NotifierConfig } from '@wachta/notifier/config'
import { Config as ServeConfig } from '@wachta/operate/config'
import { Config as PlannerConfig } from '@wachta/planner/config'
import { Config as ReporterConfig } from '@wachta/reporter/config'
import { listVariables, ProcessConfig } from '@wachta/runtime'
import { Config as SensorConfig } from '@wachta/sensor/config'

/** The reference page of every environment variable. */
export const configurationReference = async () => `# Configuration

Every process reads its configuration from environment variables when it starts, and reports all errors at
once. Variables marked *secret* never appear in logs or error messages.

## Every process

${table(ProcessConfig)}

Tracing is on when \`OTEL_EXPORTER_OTLP_ENDPOINT\` is set; \`OTEL_SERVICE_NAME\` names the process there.

## serve

The variables of \`serve\` itself; its roles read the same environment.

${table(ServeConfig)}

## api

${table(Config)}

## analyst

${table(AnalystConfig)}

## notifier

${table(NotifierConfig)}

## planner

${table(PlannerConfig)}

## reporter

${table(ReporterConfig)}

## sensor

${table(SensorConfig)}
`

function table(schema: Parameters<typeof listVariables>[0]): string {
  const rows = listVariables(schema).map(({ name, type, required, secret, description, default: fallback }) => {
    const given = required ? 'required' : fallback === undefined || fallback === '' ? '' : `\`${fallback}\``
    return `| \`${name}\` | ${cell(type)} | ${given} | ${cell(description ?? '')}${secret ? ' *Secret.*' : ''} |`
  })
  return ['| Variable | Type | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
