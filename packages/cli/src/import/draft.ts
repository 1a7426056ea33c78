import { createHash } from 'node:crypto'
import type { ApplyData } from '@wachta/client'
import { externalName, freshName } from '@wachta/client'
import type { LocalizedText } from '../frame/localized-text.ts'
import type { ImportOptions, ImportResult, Lost } from './importer.ts'
import { why } from './why.ts'

type Item<Section extends keyof ApplyData> =
  NonNullable<ApplyData[Section]> extends readonly (infer Each)[] ? Each : never
export type ImportedService = Item<'services'>
type Address = NonNullable<Item<'contacts'>['addresses']>[number]

/** A service as an importer describes it. */
export interface Wish extends Pick<ImportedService, 'type_id' | 'address'> {
  /** What the old system knows it by. */
  readonly key: string
  readonly name: string
  /** Seconds. */
  readonly interval: number
  readonly isActive?: boolean
  readonly group?: string | undefined
  readonly description?: string | undefined
  /** What is undefined is left to its default. */
  readonly settings?: Readonly<Record<string, unknown>>
}

/** One rule, and all services whose people are told in the same way. */
interface SharedRule {
  readonly telling: NotificationRule
  readonly services: string[]
}

/** Who is told of what, and how patiently. */
export interface NotificationRule {
  readonly service: string
  readonly contacts: readonly string[]
  /** Seconds that a failure lasts before anybody is told. */
  readonly delay?: number
  /** Seconds between reminders; 0 for none. */
  readonly repeat?: number
  readonly certificateDays?: number
}

const longestName = 255
const longestTitle = 64
const [shortestTimeout, longestTimeout] = [100, 60_000]
const [shortestRepeat, longestWait] = [60, 604_800]

/** A configuration that grows, under names that the next import of the same system gives again. */
export function createDraft(system: string, { minInterval, channels }: ImportOptions) {
  const groups = new Map<string, Item<'groups'>>()
  const services: ImportedService[] = []
  const contacts: Item<'contacts'>[] = []
  const tellings = new Map<string, SharedRule>()
  const lost: Lost[] = []
  const taken = new Set<string>()
  /** Returns nothing, so that what is lost can be the answer to what was asked for. */
  const lose = (what: string, reason: LocalizedText): undefined => {
    lost.push({ what, why: reason })
  }

  return {
    lose,
    /** The group of this name, made when it is first asked for. */
    group(name: string): string {
      const external_id = `${system}/group/${externalName(name)}`
      if (!groups.has(external_id)) groups.set(external_id, { external_id, name: name.slice(0, longestName) })
      return external_id
    },
    service({ key, name, interval, isActive, group, description, settings = {}, ...rest }: Wish): string {
      const external_id = freshName(`${system}/${key}`, taken)
      const kept = Math.max(Math.round(interval), minInterval)
      if (kept !== interval) lose(name, why.interval(interval, kept))
      services.push({
        external_id,
        ...(group !== undefined && { group }),
        name: name.slice(0, longestName),
        ...rest,
        interval: kept,
        ...(isActive === false && { is_active: false }),
        ...(description && { description: description.slice(0, 10_000) }),
        extended_settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
      })
      return external_id
    },
    /** A time limit in milliseconds, within what is taken here. */
    timeout(what: string, milliseconds: number | undefined): number | undefined {
      if (milliseconds === undefined || milliseconds <= 0) return undefined
      const kept = Math.min(Math.max(Math.round(milliseconds), shortestTimeout), longestTimeout)
      if (kept !== Math.round(milliseconds)) lose(what, why.timeout(milliseconds, kept))
      return kept
    },
    /** Undefined where the account has no such channel. */
    contact(key: string, name: string, addresses: readonly Address[]): string | undefined {
      const missing = addresses.find(({ channel_id }) => channels && !channels.includes(channel_id))
      if (missing) return lose(name, why.package(missing.channel_id))
      const external_id = `${system}/contact/${externalName(key)}`
      if (!contacts.some((each) => each.external_id === external_id))
        contacts.push({ external_id, name: name.slice(0, longestTitle), addresses })
      return external_id
    },
    tell(telling: NotificationRule): void {
      if (telling.contacts.length === 0) return
      const { contacts: told, delay = 0, repeat = 0, certificateDays = null } = telling
      const key = JSON.stringify([[...told].sort(), delay, repeat, certificateDays])
      const known = tellings.get(key) ?? { telling, services: [] }
      known.services.push(telling.service)
      tellings.set(key, known)
    },
    done(): ImportResult {
      const told = [...tellings].map(([key, shared]) => ladder(system, digestOf(key), shared))
      const document = {
        groups: [...groups.values()],
        services,
        contacts,
        events: told.map(({ event }) => event),
        escalations: told.map(({ escalation }) => escalation),
      }
      // A section that is empty would say that there shall be none.
      return { document: Object.fromEntries(Object.entries(document).filter(([, items]) => items.length > 0)), lost }
    },
  }
}

export type ImportDraft = ReturnType<typeof createDraft>

/** What is told to whom has no name in the old system: the same rule is to be known again, wherever it stands next time. */
const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 10)

function ladder(system: string, digest: string, { telling, services }: SharedRule) {
  const { contacts, delay = 0, repeat = 0, certificateDays } = telling
  const external_id = `${system}/tell/${digest}`
  const isCertificate = certificateDays !== undefined
  const event: Item<'events'> = {
    external_id,
    name: `${system}: ${isCertificate ? 'certificate' : 'failure'} ${digest}`,
    kind: isCertificate ? 'certificate_expiry' : 'failure',
    ...(isCertificate && { settings: { days: certificateDays } }),
    ...(delay > 0 && { start_delay: Math.min(Math.round(delay), longestWait) }),
    scope: { services },
  }
  const escalation: Item<'escalations'> = {
    external_id,
    event: external_id,
    name: `${system} ${digest}`,
    contacts: [...contacts].sort(),
    repeat_interval: repeat > 0 ? Math.min(Math.max(Math.round(repeat), shortestRepeat), longestWait) : 0,
  }
  return { event, escalation }
}
