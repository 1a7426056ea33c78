import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { hourMs } from '@wachta/domain'
import { type Call, closed, nameSchema, type Operation, reject, type Violation } from '@wachta/resource'
import { component, id as idField } from '@wachta/resource/field'
import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { buildRecordSchema } from '../../platform/record.ts'

const retentionMs = 24 * hourMs
/** The number of diagnostics per account and hour. */
const maxPerHour = 60

const diagnosticId = Type.String({ pattern: '^[0-9a-f]{40}$', minLength: 40, maxLength: 40 })
const status = Type.Unsafe<string>({ type: 'string', enum: ['pending', 'in_progress', 'completed'] })

// The published API defines both patterns: a DNS query takes no IPv6 address and no underscore.
const dnsSettings = Type.Object(
  {
    dns_server: Type.String({ pattern: '^[0-9]{1,3}(\\.[0-9]{1,3}){3}$' }),
    address: Type.String({ minLength: 1, maxLength: 256, pattern: '^[A-Za-z0-9.-]+$' }),
    record_type: Type.Unsafe<string>({
      type: 'string',
      enum: ['A', 'MX', 'TXT', 'NS', 'SOA', 'AAAA', 'CNAME', 'PTR', 'MBOXFW'],
    }),
  },
  closed,
)

/** Without `%`, after which an IPv6 address would name a network interface of the sensor. */
const tracedHostPattern = /^[A-Za-z0-9_.:-]+$/

const tracerouteSettings = Type.Object(
  {
    address: Type.String({
      minLength: 1,
      maxLength: 256,
      pattern: tracedHostPattern.source,
      description: 'A host name or an IP address.',
    }),
  },
  closed,
)

/** Finds an address that has colons like an IPv6 address but is none, such as `host:port`. */
function findTracedHostViolations(body: unknown): Violation[] {
  const { address } = (body as { settings?: { address?: unknown } } | null)?.settings ?? {}
  const isWrong =
    typeof address === 'string' && tracedHostPattern.test(address) && address.includes(':') && isIP(address) === 0
  return isWrong ? [{ symbol: 'wrong_format', field: 'data.settings.address' }] : []
}

const tracerouteHop = component(
  'traceroute_hop',
  Type.Object({
    hop: Type.Integer({ minimum: 1 }),
    address: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    name: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    times: Type.Array(Type.Unsafe<number | null>({ type: ['number', 'null'] }), {
      description: 'Round-trip time of each packet in milliseconds; null if unanswered.',
    }),
  }),
)

interface Row {
  readonly results: unknown
}

interface Kind {
  readonly kind: 'dns' | 'traceroute'
  readonly title: string
  readonly settings: TSchema
  /** Finds violations in the body of a request that the schema of the settings cannot express. */
  readonly check?: (body: unknown) => Violation[]
  readonly results: TSchema
  /** Additional fields of the record. */
  readonly extraFields?: Readonly<Record<string, TSchema>>
  /** Converts a row to the record. */
  readonly formatRow?: (found: Row) => object
}

const kinds: readonly Kind[] = [
  {
    kind: 'dns',
    title: 'DNS',
    settings: dnsSettings,
    results: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The output of the dig program on the sensor, or an error message.',
    }),
  },
  {
    kind: 'traceroute',
    title: 'traceroute',
    settings: tracerouteSettings,
    check: findTracedHostViolations,
    results: Type.Unsafe<unknown>({
      type: ['array', 'null'],
      items: tracerouteHop,
      description: 'Available when the status is completed.',
    }),
    extraFields: {
      message: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why there are no hops.' }),
    },
    // If a sensor could not run the traceroute, the result contains the reason instead of hops.
    formatRow: ({ results, ...found }) =>
      typeof results === 'string' ? { ...found, results: [], message: results } : { ...found, results, message: null },
  },
]

/**
 * The operations of diagnostics, which a person runs from a sensor. Only the account that ran a diagnostic can read the
 * result, and the account of an incident to which it was added.
 */
export const diagnosticOperations = (_context: ApiContext): Operation[] => kinds.flatMap(defineOperations)

function defineOperations({
  kind,
  title,
  settings,
  check,
  results,
  extraFields = {},
  formatRow = (found) => found,
}: Kind): Operation[] {
  const name = `${kind}_diagnostic`
  const path = `/system/${name}s`
  const common = { tag: 'system', access: 'customer' } as const
  const record = nameSchema(
    name,
    buildRecordSchema({ id: diagnosticId, sensor_id: idField().schema, settings, status, results, ...extraFields }),
  )
  return [
    {
      ...common,
      id: `create_${name}`,
      method: 'POST',
      path,
      summary: `Create a ${title} diagnostic query.`,
      body: nameSchema(`${name}_create_data`, Type.Object({ sensor_id: idField().schema, settings }, closed)),
      ...(check && { check }),
      status: 201,
      result: nameSchema(`${name}_create_result`, Type.Object({ id: diagnosticId }, closed)),
      handle: async (call) => ({ value: { id: await createDiagnostic(kind, call) } }),
    },
    {
      ...common,
      id: `read_${name}`,
      method: 'GET',
      path: `${path}/{_id}`,
      summary: `Read a ${title} diagnostic query.`,
      status: 200,
      result: record,
      async handle(call) {
        const [found] = await call.db.query(
          sql<Row>`select id, sensor_id, settings, status, results from diagnostic where ${isReadable(kind, call)}`,
        )
        return { value: formatRow(found ?? reject('not_found')) }
      },
    },
    {
      ...common,
      id: `delete_${name}`,
      method: 'DELETE',
      path: `${path}/{_id}`,
      summary: `Delete a ${title} diagnostic query.`,
      status: 204,
      async handle(call) {
        const [found] = await call.db.query(
          sql<{ id: string; owner_id: number; sensor_id: number }>`select id, owner_id, sensor_id from diagnostic
where ${isOwn(kind, call)} for update`,
        )
        if (!found) return reject('not_found')
        if (call.caller.readOnly) reject('forbidden')
        const { id, owner_id, sensor_id } = found
        // The row stays until it expires, so that a deleted diagnostic still counts for the hourly limit.
        await call.db.query(sql`update diagnostic set deleted_at = ${call.now}, status = 'completed', settings = '{}', results = null
where id = ${id}`)
        await call.record({ resource: name, id, accountId: owner_id, before: { sensor_id }, after: null })
        return undefined
      },
    },
  ]
}

const isOwn = (kind: Kind['kind'], call: Call) => sql`${isKept(kind, call)} and owner_id = ${call.caller.actsFor}`

const isReadable = (kind: Kind['kind'], call: Call) => sql`${isKept(kind, call)} and (owner_id = ${call.caller.actsFor}
  or exists (select from incident_entry n where n.diagnostic_id = diagnostic.id and n.owner_id = ${call.caller.actsFor}))`

const isKept = (kind: Kind['kind'], { params, now }: Call) =>
  sql`id = ${params['_id']} and kind = ${kind} and expires_at > ${now} and deleted_at is null`

async function createDiagnostic(kind: Kind['kind'], call: Call): Promise<string> {
  const { caller, db, now } = call
  const { sensor_id, settings } = call.body as { sensor_id: number; settings: object }
  if (caller.readOnly || caller.actsFor === null) reject('forbidden')
  if (!(await call.holds('sensor', sensor_id, 'read'))) reject('unknown_reference', 'data.sensor_id')
  const [sensor] = await db.query(sql`select from sensor where id = ${sensor_id} and is_active`)
  if (!sensor) reject('sensor_not_available', 'data.sensor_id', { category: 'default' })
  // Locked, so that concurrent requests cannot exceed the limit.
  await db.query(sql`select from account where id = ${caller.actsFor} for no key update`)
  const [recent] = await db.query(sql<{ count: number }>`select count(*) from diagnostic
where owner_id = ${caller.actsFor} and created_at > ${new Date(now.getTime() - hourMs)}`)
  if (Number(recent?.count) >= maxPerHour) reject('too_many_for_now', undefined, { limit: maxPerHour })
  const id = randomBytes(20).toString('hex')
  await db.query(sql`insert into diagnostic (id, owner_id, kind, sensor_id, settings, created_at, expires_at)
values (${id}, ${caller.actsFor}, ${kind}, ${sensor_id}, ${JSON.stringify(settings)}::jsonb, ${now}, ${new Date(now.getTime() + retentionMs)})`)
  await call.record({
    resource: `${kind}_diagnostic`,
    id,
    accountId: caller.actsFor,
    before: null,
    // The settings stay out of the audit log, because more people can read that than the diagnostic.
    after: { sensor_id },
  })
  return id
}
