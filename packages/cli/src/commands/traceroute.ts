import { awaitCompletion, noAnswer, runOnSensors, sensorOption } from '../diagnostics/diagnose.ts'
import { command, exitCodes } from '../frame/command.ts'

export const tracerouteCommand = command({
  path: 'traceroute',
  summary: { en: 'run a traceroute from sensors', pl: 'wykonaj traceroute z sensorów' },
  printsRecords: true,
  operands: [
    {
      name: 'service-or-host',
      summary: { en: 'a service (id or name), or a host', pl: 'usługa (identyfikator lub nazwa) albo host' },
    },
  ],
  options: {
    sensor: sensorOption,
  },
  async run(invocation) {
    const { out } = invocation
    const routes = await runOnSensors(invocation, {
      formatProgress: (host, count) => ({
        en: `tracing ${host} from ${count} ${count === 1 ? 'sensor' : 'sensors'}`,
        pl: `śledzę drogę do ${host}, liczba sensorów: ${count}`,
      }),
      async run({ client, host, sensor_id, stopping }) {
        const body = { sensor_id, settings: { address: host } }
        const created = await client.call('create_traceroute_diagnostic', { body })
        const read = () => client.call('read_traceroute_diagnostic', { path: { _id: created.id } })
        const route = await awaitCompletion(read, stopping)
        return { hops: route?.results ?? null, message: route?.message ?? null }
      },
    })
    const show = () => {
      for (const { sensor, hops, message } of routes) {
        out.line(sensor, 'strong')
        if (hops === null) out.print(noAnswer, 'warning')
        for (const { hop, address, name, times } of hops ?? [])
          out.line(
            `${String(hop).padStart(3)}  ${name ?? address ?? '*'}  ${times.map((time) => (time === null ? '*' : `${time} ms`)).join('  ')}`,
          )
        if (message !== null) out.line(message, 'warning')
      }
    }
    // As CSV, one line per hop.
    const records = routes.flatMap(({ hops, ...route }) => (hops ?? [{}]).map((hop) => ({ ...route, ...hop })))
    out.result(routes, show, records)
    return routes.some(({ hops, message }) => hops === null || message !== null) ? exitCodes.found : exitCodes.ok
  },
})
