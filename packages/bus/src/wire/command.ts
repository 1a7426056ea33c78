import type { ExtendedSettings } from '@wachta/domain'
import { fail, readFields, readFrame, readInteger, readObject, readText, type WireFields, writeFrame } from './frame.ts'
import {
  day,
  idRange,
  maximumAddress,
  maximumSecrets,
  maximumTypeId,
  readHost,
  readSettings,
  revisionNumber,
  shardRange,
  timeRange,
} from './values.ts'

/** What a sensor is told to do at once. Whatever it does not know, it ignores. */
export type SensorCommand = ForceCommand | CommittedCommand | DnsCommand | TracerouteCommand | ResyncCommand

/** Run one check out of turn. */
export interface ForceCommand {
  readonly kind: 'force'
  readonly service_id: number
  readonly group: number
  /** The time that the analysis is named by; the check starts then, or at once where it is past. */
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
 * Everything in the spool of the host up to these places is stored. A session begins when an analyst reads the group from
 * the database: a lower place in a new session says that the database has lost what it had. A session is written as
 * `<epoch of the lease>.<number>`, and the higher one counts.
 */
export interface CommittedCommand {
  readonly kind: 'committed'
  readonly host: string
  readonly marks: readonly (readonly [group: number, sequence: number, session?: string | undefined])[]
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

/** Read all assignments again. */
export interface ResyncCommand {
  readonly kind: 'resync'
}

/** What a sensor answers to a diagnostic: first that it began, then what came of it. */
export interface DiagnosticAnswer {
  readonly id: string
  readonly status: 'in_progress' | 'completed'
  /** The output of the program, or why there is none; for a traceroute the hops. */
  readonly results?: string | readonly WireHop[]
}

export interface WireHop {
  readonly hop: number
  readonly address: string | null
  readonly name: string | null
  /** Milliseconds; null for a packet that was not answered. */
  readonly times: readonly (number | null)[]
}

const maximumBytes = 1_048_576
const maximumMarks = 1_024
const maximumSession = 64
const maximumOutput = 65_536
const maximumHops = 64
const maximumTimes = 16
const diagnosticId = /^[0-9A-Za-z-]{1,64}$/

export const writeCommand = (command: SensorCommand): Uint8Array => writeFrame(command)

/** Undefined for a kind that this version does not know. */
export function readCommand(bytes: Uint8Array): SensorCommand | undefined {
  const fields = readFrame(bytes, maximumBytes)
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
    revision: fields.integer('revision', revisionNumber),
    type_id: fields.text('type_id', maximumTypeId),
    timeout_ms: fields.integer('timeout_ms', day),
    address: fields.text('address', maximumAddress),
    extended_settings: readSettings(fields, 'extended_settings'),
    secrets: fields.nullable('secrets', (name) => fields.text(name, maximumSecrets)),
  }),
  committed: (fields) => ({
    kind: 'committed',
    host: readHost(fields),
    marks: fields.list('marks', maximumMarks, markOf),
  }),
  dns: (fields) => ({
    kind: 'dns',
    id: diagnosticOf(fields),
    expires_at: fields.integer('expires_at', timeRange),
    dns_server: fields.text('dns_server', 255),
    address: fields.text('address', 255),
    record_type: fields.text('record_type', 16),
  }),
  traceroute: (fields) => ({
    kind: 'traceroute',
    id: diagnosticOf(fields),
    expires_at: fields.integer('expires_at', timeRange),
    address: fields.text('address', 255),
  }),
  resync: () => ({ kind: 'resync' }),
}

function markOf(value: unknown, name: string): CommittedCommand['marks'][number] {
  if (!Array.isArray(value) || value.length < 2) return fail(name)
  const place = [readInteger(value[0], name, shardRange), readInteger(value[1], name)] as const
  return value[2] === undefined ? place : [...place, readText(value[2], name, maximumSession)]
}

function diagnosticOf(fields: WireFields): string {
  const given = fields.text('id', 64)
  return diagnosticId.test(given) ? given : fail('id')
}

export const writeDiagnosticAnswer = (answer: DiagnosticAnswer): Uint8Array => writeFrame(answer)

export function readDiagnosticAnswer(bytes: Uint8Array): DiagnosticAnswer {
  const fields = readFrame(bytes, maximumBytes)
  const results = fields.raw('results')
  return {
    id: diagnosticOf(fields),
    status: fields.choice('status', ['in_progress', 'completed']),
    ...(results !== undefined && {
      results:
        typeof results === 'string'
          ? readText(results, 'results', maximumOutput)
          : fields.list('results', maximumHops, (value, name) => hopOf(readObject(value, name))),
    }),
  }
}

function hopOf(object: Readonly<Record<string, unknown>>): WireHop {
  const fields = readFields(object)
  return {
    hop: fields.integer('hop', { least: 1, most: 255 }),
    address: fields.nullable('address', (name) => fields.text(name, 64)),
    name: fields.nullable('name', (name) => fields.text(name, 255)),
    times: fields.list('times', maximumTimes, (value, name) =>
      value === null || (typeof value === 'number' && value >= 0 && value <= 86_400_000) ? value : fail(name),
    ),
  }
}
