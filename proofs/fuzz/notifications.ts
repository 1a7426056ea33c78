import { channels } from '@wachta/channels'
import type { Transaction } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import type { World } from './world.ts'

const device = 'fuzz:device-1'

/** The id of the planted address of the channel, for contacts and legacy notifications alike. */
const findAddressId = (base: number, channel: string): number =>
  base +
  1 +
  channels
    .filter(({ isStandard, isDiscontinued }) => isStandard && !isDiscontinued)
    .findIndex(({ id }) => id === channel)

/** Restores alerts and notifications, so that messages of earlier requests do not count towards a limit. */
export function restoreNotifications(base: number, owner: number): (tx: Transaction) => Promise<void> {
  return async (tx) => {
    for (const statement of buildStatements(base, owner)) await tx.query(statement)
  }
}

function buildStatements(base: number, owner: number): RawBuilder<unknown>[] {
  return [
    sql`delete from notification`,
    sql`delete from occurrence`,
    sql`delete from event_status`,
    sql`delete from mobile_device`,
    sql`delete from signing_key`,
    sql`delete from api_key`,
    sql`delete from passkey`,
    sql`delete from verified_address`,
    sql`insert into occurrence (id, service_id, event_id, owner_id, start_time)
select ${base} + n, ${base} + n, ${base} + n, ${owner}, now() - interval '1 hour' from generate_series(1, 4) n`,
    sql`insert into event_status (service_id, event_id, owner_id, status, since, signal, signal_since, occurrence_id)
select service_id, event_id, owner_id, 'active', start_time, true, start_time, id from occurrence`,
    sql`insert into escalation_status (occurrence_id, escalation_id, service_id, event_id, owner_id, status, next_time, sent)
select id, event_id, service_id, event_id, owner_id, 'sent', now(), 1 from occurrence`,
    sql`insert into notification (id, account_id, style, kind, occurrence_id, service_id, event_id, escalation_id, contact_id, address_id,
  channel_id, address, language_id, subject, content, status, attempts, step)
select ${base} + n, ${owner}, case n when 2 then 'o' else 'c' end::"char", 'start', ${base} + 1, ${base} + 1, ${base} + 1, ${base} + 1, ${base} + 1,
  ${base} + 1, case n when 3 then 'push' else 'email' end, 'duty@example.com', 'pl', 'Temat ł', 'Treść', 'sent',
  '[{"time": "2026-03-01T12:00:00Z", "outcome": "sent", "answer": "250 OK"}]', 'start:' || n from generate_series(1, 3) n`,
    sql`insert into mobile_device (id, account_id, endpoint, p256dh, auth) values (${device}, ${owner}, '', '', '')`,
    sql`insert into signing_key (id, account_id, sealed_key) values (${base + 1}, ${owner}, '')`,
    sql`insert into api_key (id, account_id, name, prefix, key_hash, scopes)
select ${base} + n, ${owner}, 'Klucz ' || n, 'wak_' || n, sha256(n::text::bytea), '{services:read}' from generate_series(1, 4) n`,
    sql`insert into passkey (id, account_id, name, credential_id, public_key, counter, transports, is_backed_up)
select ${base} + n, ${owner}, 'Telefon ' || n, sha256(n::text::bytea), '', n, '{internal}', n > 2 from generate_series(1, 4) n`,
    sql`insert into verified_address (account_id, channel_id, address, verified_at)
select owner_id, 'sms', address, now() from notification_address where id = ${findAddressId(base, 'sms')}`,
  ]
}

/** The paths of the links in notifications. */
export function createNotificationLinks(base: number, owner: number): World['links'] {
  const [first, second, third] = [base + 1, base + 2, base + 3]
  const status = `/services/${first}/event_statuses/${first}`
  const paths = {
    read_event_status: status,
    disable_event_status: `${status}/disable`,
    read_escalation_status: `/services/${first}/escalation_statuses/${first}`,
    read_occurrence: `/occurrences/${first}`,
    list_service_occurrences: `/services/${first}/occurrences`,
    read_contact_notification: `/accounts/${owner}/logs/contact_notifications/${first}`,
    read_notification: `/accounts/${owner}/logs/notifications/${second}`,
    read_mobile_notification: `/mobile/notifications/${third}`,
    put_mobile_device: `/mobile/devices/${device}`,
    delete_mobile_device: `/mobile/devices/${device}`,
    send_test_sms_to_notification_address: `/notification_addresses/${findAddressId(base, 'sms')}/send_test_sms_notification`,
    send_test_to_contact_address: `/contact_addresses/${findAddressId(base, 'sms')}/send_test_notification`,
    send_contact_address_verification_code: `/contact_addresses/${findAddressId(base, 'sms')}/send_verification_code`,
    verify_contact_address: `/contact_addresses/${findAddressId(base, 'sms')}/verify`,
    send_notification_address_verification_code: `/notification_addresses/${findAddressId(base, 'telephone')}/send_verification_code`,
    verify_notification_address: `/notification_addresses/${findAddressId(base, 'telephone')}/verify`,
    revoke_api_key: `/api_keys/${first}/revoke`,
    create_signing_key: `/accounts/${owner}/signing_keys`,
    delete_signing_key: `/accounts/${owner}/signing_keys/${first}`,
  }
  return Object.fromEntries(Object.entries(paths).map(([id, path]) => [id, { path, query: [] }]))
}
