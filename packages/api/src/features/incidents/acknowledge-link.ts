import { channel } from '@wachta/channels'
import { dayMs, type Language, languages } from '@wachta/domain'
import type { Signer } from '@wachta/runtime/signer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import { normalizeAddress } from '../../platform/authentication/allow-list.ts'
import { type LinkedPageParts, serveLinkedPage } from '../../platform/http/linked-page.ts'
import { acknowledge } from './acknowledge.ts'
import { type IncidentFacts, renderAcknowledgePage, renderAcknowledgeProblemPage } from './acknowledge-page.ts'

/** How long the link in a notification is valid. */
const linkLifetimeDays = 7

export interface AcknowledgeParts extends LinkedPageParts {
  /** Signs the tokens in the links. */
  readonly signer: Signer
  readonly now: () => Date
}

/** Serves the page on which the recipient of a notification acknowledges its incident. */
export function serveAcknowledge(app: FastifyInstance, parts: AcknowledgeParts): void {
  serveLinkedPage(app, parts, {
    path: '/acknowledge',
    failureMessage: 'the page for acknowledging failed',
    renderProblem: renderAcknowledgeProblemPage,
    async render({ request, token, language: requestedLanguage, isPressed }) {
      const id = parts.signer.read(token)
      const link = id === undefined ? undefined : await findLink(parts, id)
      if (!link) return undefined
      const language = requestedLanguage ?? languages.find((one) => one === link.language_id) ?? 'en'
      if (!isPressed || link.end_time || link.acknowledged_at)
        return renderAcknowledgePage(toFacts(link, language), language, false)
      const isDone = await acknowledgeIncident(parts, { ...link, by: nameRecipient(link, language) }, request)
      const after = (await findLink(parts, link.id)) ?? link
      return renderAcknowledgePage(toFacts(after, language), language, isDone)
    },
  })
}

/** The notification and incident that a link belongs to. */
interface Link {
  readonly id: number
  readonly language_id: string
  readonly channel_id: string
  readonly incident_id: number
  readonly owner_id: number
  readonly service: string
  readonly event: string | null
  readonly error: Readonly<Record<string, string>> | null
  readonly start_time: Date
  readonly end_time: Date | null
  readonly acknowledged_at: Date | null
  readonly acknowledged_by: string | null
  readonly time_zone_id: string
  /** The contact that was notified, or the description of the address in a legacy notification. */
  readonly recipient: string | null
}

/**
 * Finds the notification of a start that contains the link, and its incident; undefined if the notification is too old
 * or was suppressed, or if its account is closed or blocked. The styles are `c`, to a contact, and `o`, legacy.
 */
async function findLink({ database, now }: AcknowledgeParts, id: number): Promise<Link | undefined> {
  const oldest = new Date(now().getTime() - linkLifetimeDays * dayMs)
  const [found] =
    await database.query(sql<Link>`select n.id, n.language_id, n.channel_id, i.id as incident_id, i.owner_id,
  v.name as service, e.name as event, t.name as error, i.start_time, i.end_time, i.acknowledged_at, i.acknowledged_by, a.time_zone_id,
  coalesce(c.name, nullif(d.description, '')) as recipient
from notification n join occurrence o on o.id = n.occurrence_id join incident i on i.id = o.incident_id
  join service v on v.id = o.service_id
  join account a on a.id = n.account_id left join event e on e.id = o.event_id left join error_type t on t.id = i.error_type_id
  left join contact c on c.id = n.contact_id
  left join notification_address d on d.id = n.address_id and n.style = 'o'
where n.id = ${id} and n.style in ('c', 'o') and n.kind = 'start' and n.status <> 'suppressed' and n.created_at > ${oldest}
  and a.closed_at is null and not a.is_blocked`)
  return found
}

function toFacts(link: Link, language: Language): IncidentFacts {
  const { service, event, error, start_time, end_time, acknowledged_at, acknowledged_by, time_zone_id } = link
  return {
    service,
    event,
    error: error?.[language] ?? null,
    start: start_time,
    end: end_time,
    acknowledged: acknowledged_at && { at: acknowledged_at, by: acknowledged_by ?? '' },
    timeZoneId: time_zone_id,
  }
}

const nameRecipient = ({ recipient, channel_id }: Link, language: Language): string =>
  recipient ?? channel(channel_id)?.name[language] ?? channel_id

/** A link whose button was pressed. */
interface PressedLink extends Link {
  /** The name of the person who acknowledges, as it is shown. */
  readonly by: string
}

/** Acknowledges the incident. Returns false if it was resolved, or acknowledged by the same name, in the meantime. */
async function acknowledgeIncident(
  { database, registry, now }: AcknowledgeParts,
  { incident_id, owner_id, by }: PressedLink,
  request: FastifyRequest,
): Promise<boolean> {
  const at = now()
  return database.transaction(async (tx) => {
    const acknowledged = await acknowledge(tx, { incidentIds: [incident_id], by, note: '', now: at })
    const auditedWrites = acknowledged.map(({ id }) => ({
      resource: 'incident',
      id,
      accountId: owner_id,
      before: { acknowledged_at: null, acknowledged_by: null },
      after: { acknowledged_at: at.toISOString(), acknowledged_by: by },
    }))
    await writeAudit({ db: tx, registry }, auditedWrites, {
      operation: 'acknowledge',
      caller: { accountId: null, sessionId: null, scope: 'link' },
      request: { id: request.id, address: normalizeAddress(request.ip) },
      now: at,
    })
    return acknowledged.length > 0
  })
}
