import { Config as ServeConfig } from '@wachta/operate/config'
import { listVariables, ProcessConfig } from '@wachta/runtime'
import { processConfigs } from '../process-configs.ts'

/** The api comes first, because most people configure it first. */
const names = ['api', ...[...processConfigs.keys()].filter((name) => name !== 'api').toSorted()]
const makeSections = () =>
  names.map((name) => `## ${name}\n\n${formatTable(processConfigs.get(name) ?? ProcessConfig)}`)

/** The reference page of every environment variable. */
export const generateConfigurationReference = async () => `# Configuration

Every process reads its configuration from environment variables when it starts, and reports all errors at
once. Variables marked *secret* never appear in logs or error messages.

## Every process

${formatTable(ProcessConfig)}

Tracing is on when \`OTEL_EXPORTER_OTLP_ENDPOINT\` is set; \`OTEL_SERVICE_NAME\` names the process there.

## serve

The variables of \`serve\` itself; each role gets the variables that it reads.

${formatTable(ServeConfig)}

${makeSections().join('\n\n')}
`

function formatTable(schema: Parameters<typeof listVariables>[0]): string {
  const rows = listVariables(schema).map(({ name, type, required, secret, description, default: fallback }) => {
    const defaultText = required ? 'required' : fallback === undefined || fallback === '' ? '' : `\`${fallback}\``
    return `| \`${name}\` | ${escapeCell(type)} | ${defaultText} | ${escapeCell(description ?? '')}${secret ? ' *Secret.*' : ''} |`
  })
  return ['| Variable | Type | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
