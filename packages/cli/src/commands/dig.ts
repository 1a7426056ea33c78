import { awaitCompletion, noAnswer, runOnSensors, sensorOption } from '../diagnostics/diagnose.ts'
import { command, exitCodes } from '../frame/command.ts'

const types = ['A', 'AAAA', 'MX', 'TXT', 'NS', 'SOA', 'CNAME', 'PTR'] as const

export const digCommand = command({
  path: 'dig',
  summary: { en: 'run a DNS lookup from sensors', pl: 'wykonaj zapytanie DNS z sensorów' },
  printsRecords: true,
  operands: [
    {
      name: 'service-or-name',
      summary: {
        en: 'a service (id or name), or a host name',
        pl: 'usługa (identyfikator lub nazwa) albo nazwa hosta',
      },
    },
  ],
  options: {
    sensor: sensorOption,
    type: { kind: 'choice', choices: types, default: 'A', summary: { en: 'type of record', pl: 'typ rekordu' } },
    server: {
      kind: 'text',
      default: '9.9.9.9',
      value: 'address',
      summary: { en: 'the name server to query', pl: 'serwer DNS, do którego trafi zapytanie' },
    },
  },
  async run(invocation) {
    const { options, out } = invocation
    const answers = await runOnSensors(invocation, {
      formatProgress: (host, count) => ({
        en: `looking up ${host} from ${count} ${count === 1 ? 'sensor' : 'sensors'}`,
        pl: `pytam o ${host}, liczba sensorów: ${count}`,
      }),
      async run({ client, host, sensor_id, stopping }) {
        const settings = { address: host, record_type: options.type, dns_server: options.server }
        const created = await client.call('create_dns_diagnostic', { body: { sensor_id, settings } })
        const answer = await awaitCompletion(
          () => client.call('read_dns_diagnostic', { path: { _id: created.id } }),
          stopping,
        )
        return { results: answer?.results ?? null }
      },
    })
    out.result(answers, () => {
      for (const { sensor, results } of answers) {
        out.line(`;; ${sensor}`, 'strong')
        if (results === null) out.print(noAnswer, 'warning')
        else out.line(results.trimEnd())
      }
    })
    return answers.some(({ results }) => results === null) ? exitCodes.found : exitCodes.ok
  },
})
