import { createHash } from 'node:crypto'
import type { ApplyData } from '@wachta/client'
import { externalName, freshName } from '@wachta/client'
import type { LocalizedText } from '../frame/localized-text.ts'
import type { ImportLoss, ImportOptions, ImportResult } from './importer.ts'
import { lossReasons } from './loss-reasons.ts'

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

const maxNameLength = 255
const maxTitleLength = 64
const [minTimeoutMs, maxTimeoutMs] = [100, 60_000]
const [minRepeatSeconds, maxDelaySeconds] = [60, 604_800]

/** A configuration under construction. Its external ids are the same in each import of the same system. */
export function createDraft(system: string, { minInterval, channels }: ImportOptions) {
  const groups = new Map<string, Item<'groups'>>()
  const services: ImportedService[] = []
  const contacts: Item<'contacts'>[] = []
  const sharedRules = new Map<string, SharedRule>()
  const lost: ImportLoss[] = []
  const takenIds = new Set<string>()
  /** Records something that cannot be imported. Returns undefined, so that callers can return its result. */
  const addLoss = (what: string, reason: LocalizedText): undefined => {
    lost.push({ what, why: reason })
  }

  return {
    lose: addLoss,
    /** Returns the external id of the group of this name, and adds the group on first use. */
    ensureGroup(name: string): string {
      const known = groups.get(name)
      if (known) return known.external_id
      const plainId = `${system}/group/${externalName(name)}`
      // Names in other scripts, or that differ only in case, can have the same plain id.
      const isTaken = [...groups.values()].some(({ external_id }) => external_id === plainId)
      const external_id = isTaken ? `${plainId}-${computeDigest(name)}` : plainId
      groups.set(name, { external_id, name: name.slice(0, maxNameLength) })
      return external_id
    },
    addService(service: ServiceToImport): string {
      const { key, name, interval, isActive, group, description, settings = {}, ...target } = service
      const external_id = freshName(`${system}/${key}`, takenIds)
      const effectiveInterval = Math.max(Math.round(interval), minInterval)
      if (effectiveInterval !== interval) addLoss(name, lossReasons.interval(interval, effectiveInterval))
      services.push({
        external_id,
        ...(group !== undefined && { group }),
        name: name.slice(0, maxNameLength),
        ...target,
        interval: effectiveInterval,
        ...(isActive === false && { is_active: false }),
        ...(description && { description: description.slice(0, 10_000) }),
        extended_settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
      })
      return external_id
    },
    /** Clamps a timeout in milliseconds to the accepted range, and records the change; undefined if none is set. */
    clampTimeout(what: string, milliseconds: number | undefined): number | undefined {
      if (milliseconds === undefined || milliseconds <= 0) return undefined
      const clamped = Math.min(Math.max(Math.round(milliseconds), minTimeoutMs), maxTimeoutMs)
      if (clamped !== Math.round(milliseconds)) addLoss(what, lossReasons.timeout(milliseconds, clamped))
      return clamped
    },
    /** Adds a contact once, and returns its external id; undefined if the account may not use one of its channels. */
    ensureContact(key: string, name: string, addresses: readonly Address[]): string | undefined {
      const missing = addresses.find(({ channel_id }) => channels && !channels.includes(channel_id))
      if (missing) return addLoss(name, lossReasons.package(missing.channel_id))
      const external_id = `${system}/contact/${externalName(key)}`
      if (!contacts.some((each) => each.external_id === external_id))
        contacts.push({ external_id, name: name.slice(0, maxTitleLength), addresses })
      return external_id
    },
    addRule(rule: NotificationRule): void {
      if (rule.contacts.length === 0) return
      const { contacts, delay = 0, repeat = 0, certificateDays = null } = rule
      const key = JSON.stringify([[...contacts].sort(), delay, repeat, certificateDays])
      const sharedRule = sharedRules.get(key) ?? { rule, services: [] }
      sharedRule.services.push(rule.service)
      sharedRules.set(key, sharedRule)
    },
    finish(): ImportResult {
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

/** Where the old system has no ids, they are derived from the content, so that the next import finds the objects. */
const computeDigest = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 10)

function toPolicy(system: string, digest: string, { rule, services }: SharedRule) {
  const { contacts, delay = 0, repeat = 0, certificateDays } = rule
  // Accounts contain ids of this form from earlier imports.
  const external_id = `${system}/tell/${digest}`
  const isCertificate = certificateDays !== undefined
  const event: Item<'events'> = {
    external_id,
    name: `${system}: ${isCertificate ? 'certificate' : 'failure'} ${digest}`,
    kind: isCertificate ? 'certificate_expiry' : 'failure',
    ...(isCertificate && { settings: { days: certificateDays } }),
    ...(delay > 0 && { start_delay: Math.min(Math.round(delay), maxDelaySeconds) }),
    scope: { services },
  }
  const escalation: Item<'escalations'> = {
    external_id,
    event: external_id,
    name: `${system} ${digest}`,
    contacts: [...contacts].sort(),
    repeat_interval: repeat > 0 ? Math.min(Math.max(Math.round(repeat), minRepeatSeconds), maxDelaySeconds) : 0,
  }
  return { event, escalation }
}
