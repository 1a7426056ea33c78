import type { ExtendedSettings } from '@wachta/domain'
import {
  readFields,
  readFrame,
  readInteger,
  readObject,
  readText,
  throwWireError,
  type WireFields,
  writeFrame,
} from './frame.ts'
import {
  durationRange,
  idRange,
  maxAddressLength,
  maxSecretsLength,
  maxTypeIdLength,
  readHost,
  readSettings,
  revisionRange,
  shardRange,
  timeRange,
} from './values.ts'

/** A command that a sensor executes immediately. It ignores kinds that it does not know. */
export type SensorCommand =
  | ForceCommand
  | CommittedCommand
  | DnsCommand
  | TracerouteCommand
  | ResyncCommand
  | RequestHeartbeatCommand

/** Runs one check outside the schedule. */
export interface ForceCommand {
  readonly kind: 'force'
  readonly service_id: number
  /** The shard that the result goes to. */
  readonly group: number
  /** The time of the slot, which identifies the analysis. The check starts then, or immediately if the time is past. */
  readonly slot: number
  readonly expires_at: number
  readonly revision: number
  readonly type_id: string
  readonly timeout_ms: number
  readonly address: string
  readonly extended_settings: ExtendedSettings
  readonly secrets: string | null
}

/**
 * Reports the positions up to which the results of a host's spool are stored, by shard ("group"). A session begins when
 * an analyst loads the shard from the database: a lower position in a new session means that the database has lost
 * results. A session is written as `<epoch of the lease>.<number>`, and the highest one counts.
 */
export interface CommittedCommand {
  readonly kind: 'committed'
  readonly host: string
  readonly marks: readonly (readonly [group: number, sequence: number, session?: string | undefined])[]
  /** Whether the analyst reads packed results of these shards. Missing if an older analyst does not send it. */
  readonly readsPacked?: boolean
}

export interface DnsCommand {
  readonly kind: 'dns'
  readonly id: string
  readonly expires_at: number
  readonly dns_server: string
  readonly address: string
  readonly record_type: string
}

export interface TracerouteCommand {
  readonly kind: 'traceroute'
  readonly id: string
  readonly expires_at: number
  readonly address: string
}

/** Makes the sensor read all assignments again. */
export interface ResyncCommand {
  readonly kind: 'resync'
}

/**
 * Makes all hosts of the sensor send a heartbeat at once, because only a reply can give them buckets of another host.
 */
export interface RequestHeartbeatCommand {
  readonly kind: 'report'
}

/** A sensor's answer to a diagnostic: one when it starts, and one with the results. */
export interface DiagnosticAnswer {
  readonly id: string
  readonly status: 'in_progress' | 'completed'
  /** The output of the program or the reason why there is none; for a traceroute, the hops. */
  readonly results?: string | readonly WireHop[]
}

export interface WireHop {
  readonly hop: number
  readonly address: string | null
  readonly name: string | null
  /** In milliseconds; null for a packet without an answer. */
  readonly times: readonly (number | null)[]
}

const maxBytes = 1_048_576
const maxMarks = 1_024
const maxSession = 64
const maxOutput = 65_536
const maxHops = 64
const maxTimes = 16
const diagnosticIdPattern = /^[0-9A-Za-z-]{1,64}$/

export function writeCommand(command: SensorCommand): Uint8Array {
  if (command.kind !== 'committed') return writeFrame(command)
  const { readsPacked, ...committed } = command
  return writeFrame({ ...committed, ...(readsPacked && { packed: true }) })
}

/** Reads a command; returns undefined if its kind is unknown. */
export function readCommand(bytes: Uint8Array): SensorCommand | undefined {
  const fields = readFrame(bytes, maxBytes)
  const kind = fields.text('kind', 64)
  return Object.hasOwn(readers, kind) ? readers[kind as SensorCommand['kind']](fields) : undefined
}

const readers: {
  readonly [Kind in SensorCommand['kind']]: (fields: WireFields) => Extract<SensorCommand, { kind: Kind }>
} = {
  force: (fields) => ({
    kind: 'force',
    service_id: fields.integer('service_id', idRange),
    group: fields.integer('group', shardRange),
    slot: fields.integer('slot', timeRange),
    expires_at: fields.integer('expires_at', timeRange),
    revision: fields.integer('revision', revisionRange),
    type_id: fields.text('type_id', maxTypeIdLength),
    timeout_ms: fields.integer('timeout_ms', durationRange),
    address: fields.text('address', maxAddressLength),
    extended_settings: readSettings(fields, 'extended_settings'),
    secrets: fields.nullable('secrets', (name) => fields.text(name, maxSecretsLength)),
  }),
  committed: (fields) => ({
    kind: 'committed',
    host: readHost(fields),
    marks: fields.list('marks', maxMarks, readMark),
    ...(fields.raw('packed') === true && { readsPacked: true }),
  }),
  dns: (fields) => ({
    kind: 'dns',
    id: readDiagnosticId(fields),
    expires_at: fields.integer('expires_at', timeRange),
    dns_server: fields.text('dns_server', 255),
    address: fields.text('address', 255),
    record_type: fields.text('record_type', 16),
  }),
  traceroute: (fields) => ({
    kind: 'traceroute',
    id: readDiagnosticId(fields),
    expires_at: fields.integer('expires_at', timeRange),
    address: fields.text('address', 255),
  }),
  resync: () => ({ kind: 'resync' }),
  report: () => ({ kind: 'report' }),
}

function readMark(value: unknown, name: string): CommittedCommand['marks'][number] {
  if (!Array.isArray(value) || value.length < 2) return throwWireError(name)
  const position = [readInteger(value[0], name, shardRange), readInteger(value[1], name)] as const
  return value[2] === undefined ? position : [...position, readText(value[2], name, maxSession)]
}

function readDiagnosticId(fields: WireFields): string {
  const id = fields.text('id', 64)
  return diagnosticIdPattern.test(id) ? id : throwWireError('id')
}

export const writeDiagnosticAnswer = (answer: DiagnosticAnswer): Uint8Array => writeFrame(answer)

export function readDiagnosticAnswer(bytes: Uint8Array): DiagnosticAnswer {
  const fields = readFrame(bytes, maxBytes)
  const results = fields.raw('results')
  return {
    id: readDiagnosticId(fields),
    status: fields.choice('status', ['in_progress', 'completed']),
    ...(results !== undefined && {
      results:
        typeof results === 'string'
          ? readText(results, 'results', maxOutput)
          : fields.list('results', maxHops, (value, name) => readHop(readObject(value, name))),
    }),
  }
}

function readHop(object: Readonly<Record<string, unknown>>): WireHop {
  const fields = readFields(object)
  return {
    hop: fields.integer('hop', { min: 1, max: 255 }),
    address: fields.nullable('address', (name) => fields.text(name, 64)),
    name: fields.nullable('name', (name) => fields.text(name, 255)),
    times: fields.list('times', maxTimes, (value, name) =>
      value === null || (typeof value === 'number' && value >= 0 && value <= 86_400_000) ? value : throwWireError(name),
    ),
  }
}
