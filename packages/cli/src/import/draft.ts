import { createHash } from 'node:crypto'
import type { ApplyData } from '@wachta/client'
import { externalName, freshName } from '@wachta/client'
import type { LocalizedText } from '../frame/localized-text.ts'
import type { ImportLoss, ImportOptions, ImportResult } from './importer.ts'
import { why } from './why.ts'

type Item<Section extends keyof ApplyData> =
  NonNullable<ApplyData[Section]> extends readonly (infer Each)[] ? Each : never
export type ImportedService = Item<'services'>
type Address = NonNullable<Item<'contacts'>['addresses']>[number]

/** A service as an importer describes it. */
export interface ServiceToImport extends Pick<ImportedService, 'type_id' | 'address'> {
  /** Its id in the old system. */
  readonly key: string
  readonly name: string
  /** Seconds. */
  readonly interval: number
  readonly isActive?: boolean
  readonly group?: string | undefined
  readonly description?: string | undefined
  /** Undefined settings get their defaults. */
  readonly settings?: Readonly<Record<string, unknown>>
}

/** An alert rule, with all services that notify the same people in the same way. */
interface SharedRule {
  readonly rule: NotificationRule
  readonly services: string[]
}

/** Who is notified of what, after which delay. */
export interface NotificationRule {
  readonly service: string
  readonly contacts: readonly string[]
  /** Seconds that a failure lasts before the first notification. */
  readonly delay?: number
  /** Seconds between reminders; 0 for none. */
  readonly repeat?: number
  readonly certificateDays?: number
}

const longestName = 255
const longestTitle = 64
const [shortestTimeout, longestTimeout] = [100, 60_000]
const [shortestRepeat, longestWait] = [60, 604_800]

/** A configuration under construction. Its external ids are the same in each import of the same system. */
export function createDraft(system: string, { minInterval, channels }: ImportOptions) {
  const groups = new Map<string, Item<'groups'>>()
  const services: ImportedService[] = []
  const contacts: Item<'contacts'>[] = []
  const sharedRules = new Map<string, SharedRule>()
  const lost: ImportLoss[] = []
  const taken = new Set<string>()
  /** Records something that cannot be imported. Returns undefined, so that callers can return its result. */
  const lose = (what: string, reason: LocalizedText): undefined => {
    lost.push({ what, why: reason })
  }

  return {
    lose,
    /** Returns the group of this name, and adds it on first use. */
    group(name: string): string {
      const external_id = `${system}/group/${externalName(name)}`
      if (!groups.has(external_id)) groups.set(external_id, { external_id, name: name.slice(0, longestName) })
      return external_id
    },
    service({ key, name, interval, isActive, group, description, settings = {}, ...rest }: ServiceToImport): string {
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
    /** A timeout in milliseconds, clamped to the accepted range. */
    timeout(what: string, milliseconds: number | undefined): number | undefined {
      if (milliseconds === undefined || milliseconds <= 0) return undefined
      const kept = Math.min(Math.max(Math.round(milliseconds), shortestTimeout), longestTimeout)
      if (kept !== Math.round(milliseconds)) lose(what, why.timeout(milliseconds, kept))
      return kept
    },
    /** Undefined if the account has no such channel. */
    contact(key: string, name: string, addresses: readonly Address[]): string | undefined {
      const missing = addresses.find(({ channel_id }) => channels && !channels.includes(channel_id))
      if (missing) return lose(name, why.package(missing.channel_id))
      const external_id = `${system}/contact/${externalName(key)}`
      if (!contacts.some((each) => each.external_id === external_id))
        contacts.push({ external_id, name: name.slice(0, longestTitle), addresses })
      return external_id
    },
    notify(rule: NotificationRule): void {
      if (rule.contacts.length === 0) return
      const { contacts, delay = 0, repeat = 0, certificateDays = null } = rule
      const key = JSON.stringify([[...contacts].sort(), delay, repeat, certificateDays])
      const known = sharedRules.get(key) ?? { rule, services: [] }
      known.services.push(rule.service)
      sharedRules.set(key, known)
    },
    done(): ImportResult {
      const policies = [...sharedRules].map(([key, shared]) => toPolicy(system, computeDigest(key), shared))
      const document = {
        groups: [...groups.values()],
        services,
        contacts,
        events: policies.map(({ event }) => event),
        escalations: policies.map(({ escalation }) => escalation),
      }
      // An empty section would delete all objects of its kind.
      return { document: Object.fromEntries(Object.entries(document).filter(([, items]) => items.length > 0)), lost }
    },
  }
}

export type ImportDraft = ReturnType<typeof createDraft>

/** The old system has no ids for rules, so the id is derived from the content and the next import finds the rule. */
const computeDigest = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 10)

function toPolicy(system: string, digest: string, { rule, services }: SharedRule) {
  const { contacts, delay = 0, repeat = 0, certificateDays } = rule
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
