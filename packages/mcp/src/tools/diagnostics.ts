import type { DnsDiagnostic, TracerouteDiagnostic } from '@wachta/client'
import { Type } from 'typebox'
import { resolveService } from '../find.ts'
import { findHost } from '../host.ts'
import { noOtherInputs, sensorInput } from '../inputs.ts'
import { type ToolApi, ToolError, tool } from '../tool.ts'
import { markUntrusted } from '../untrusted.ts'
import { waitFor } from '../wait-for.ts'

/** Shorter than the time after which clients give up. */
const maxWaitSeconds = 20
const maxOutputLength = 4000

const target = Type.String({
  minLength: 1,
  maxLength: 253,
  description: 'Name or id of a service, or a host name or IP address',
})

export const requestDnsLookup = tool({
  name: 'run_dns_lookup',
  title: 'DNS lookup from a sensor',
  description: 'Look up a name from a sensor (dig). If it is pending, read it later with get_diagnostic.',
  input: Type.Object(
    {
      target,
      record_type: Type.Optional(
        Type.Enum(['A', 'AAAA', 'MX', 'TXT', 'NS', 'SOA', 'CNAME', 'PTR'], { description: 'Default A' }),
      ),
      dns_server: Type.Optional(Type.String({ maxLength: 253, description: 'Default 9.9.9.9' })),
      sensor: sensorInput,
    },
    noOtherInputs,
  ),
  operations: ['list_services', 'list_sensors', 'create_dns_diagnostic', 'read_dns_diagnostic'],
  optional: ['list_service_monitoring_sensors'],
  effect: 'change',
  showsUntrusted: true,
  reachesOut: true,
  async run({ target: nameOrHost, record_type = 'A', dns_server = '9.9.9.9', sensor }, { api, signal }) {
    const { host, sensorId } = await chooseTarget(api, nameOrHost, sensor)
    const settings = { address: host, record_type, dns_server }
    const { id } = await api.call('create_dns_diagnostic', { body: { sensor_id: sensorId, settings } })
    const read = () => api.call('read_dns_diagnostic', { path: { _id: id } })
    return toShownDns((await waitUntilCompleted(read, signal)) ?? (await read()))
  },
})

export const requestTraceroute = tool({
  name: 'run_traceroute',
  title: 'Traceroute from a sensor',
  description: 'Trace the route to a host from a sensor. If it is pending, read it later with get_diagnostic.',
  input: Type.Object({ target, sensor: sensorInput }, noOtherInputs),
  operations: ['list_services', 'list_sensors', 'create_traceroute_diagnostic', 'read_traceroute_diagnostic'],
  optional: ['list_service_monitoring_sensors'],
  effect: 'change',
  showsUntrusted: true,
  reachesOut: true,
  async run({ target: nameOrHost, sensor }, { api, signal }) {
    const { host, sensorId } = await chooseTarget(api, nameOrHost, sensor)
    const body = { sensor_id: sensorId, settings: { address: host } }
    const { id } = await api.call('create_traceroute_diagnostic', { body })
    const read = () => api.call('read_traceroute_diagnostic', { path: { _id: id } })
    return toShownTraceroute((await waitUntilCompleted(read, signal)) ?? (await read()))
  },
})

export const getDiagnostic = tool({
  name: 'get_diagnostic',
  title: 'Result of a diagnostic',
  description: 'Read the result of a DNS lookup or traceroute that was run before, or that an incident has.',
  input: Type.Object({ id: Type.String({ maxLength: 64 }), kind: Type.Enum(['dns', 'traceroute']) }, noOtherInputs),
  operations: ['read_dns_diagnostic', 'read_traceroute_diagnostic'],
  effect: 'none',
  showsUntrusted: true,
  run: async ({ id, kind }, { api }) =>
    kind === 'dns'
      ? toShownDns(await api.call('read_dns_diagnostic', { path: { _id: id } }))
      : toShownTraceroute(await api.call('read_traceroute_diagnostic', { path: { _id: id } })),
})

const toShownDns = ({ id, sensor_id, settings, status, results }: DnsDiagnostic) => ({
  id,
  sensor_id,
  status,
  host: settings.address,
  record_type: settings.record_type,
  ...markUntrusted({ results }, maxOutputLength),
})

const toShownTraceroute = ({ id, sensor_id, settings, status, results, message }: TracerouteDiagnostic) => ({
  id,
  sensor_id,
  status,
  host: settings.address,
  ...markUntrusted({ hops: results, message }),
})

const waitUntilCompleted = <Each extends { readonly status: string }>(read: () => Promise<Each>, signal: AbortSignal) =>
  waitFor(maxWaitSeconds, signal, async () => {
    const diagnostic = await read()
    return diagnostic.status === 'completed' ? diagnostic : undefined
  })

type TargetApi = ToolApi<'list_services' | 'list_sensors' | 'list_service_monitoring_sensors'>

/** The requested host, and the sensor to use: the given one, else one that checks the service, else any. */
async function chooseTarget(api: TargetApi, nameOrHost: string, sensor: string | number | undefined) {
  const service = await resolveService(api, nameOrHost).catch((error: unknown) => {
    if (error instanceof ToolError && isHost(nameOrHost)) return undefined
    throw error
  })
  const host = service ? findHost(service.address) : nameOrHost
  if (sensor !== undefined) return { host, sensorId: await findSensor(api, sensor) }
  const serviceSensors =
    service && api.mayCall('list_service_monitoring_sensors')
      ? (await api.list('list_service_monitoring_sensors', { path: { _id: service.id } })).items
      : []
  const [chosen] =
    serviceSensors.length > 0
      ? serviceSensors
      : (await api.list('list_sensors', { query: { 'filter.is_active': true, limit: 1, sort: ['id'] } })).items
  if (!chosen) throw new ToolError('There is no sensor to run this from.')
  return { host, sensorId: chosen.id }
}

async function findSensor(api: ToolApi<'list_sensors'>, nameOrId: string | number): Promise<number> {
  const field = /^[1-9]\d*$/.test(String(nameOrId)) ? 'filter.id' : 'filter.name'
  const { items } = await api.list('list_sensors', { query: { [field]: `equals:${nameOrId}`, limit: 2 } })
  if (items.length === 1 && items[0]) return items[0].id
  throw new ToolError(`There is no single sensor "${nameOrId}". Use list_sensors.`)
}

/** A name with a dot, or an IP address. A word without a dot may be a mistyped name of a service. */
const isHost = (text: string): boolean =>
  /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+\.?$/.test(text) || /^[0-9a-f]*:[0-9a-f:.]+$/i.test(text)
