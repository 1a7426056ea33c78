import type { Queryable, Transaction } from '@wachta/database'
import { type RawBuilder, sql } from 'kysely'
import { getSecretContext } from '../issuers/issuers.ts'
import { getKeyContext } from '../oauth/signing-keys.ts'

/** A sealed secret, with its key in the database and its sealing context. */
export interface SealedText {
  /** The values that identify its row, as the place needs them. */
  readonly key: readonly (string | number)[]
  readonly context: readonly string[]
  readonly sealed: string
}

/** A column that stores sealed secrets permanently. */
export interface SealedPlace {
  readonly name: string
  read(db: Queryable): Promise<SealedText[]>
  /** Replaces the sealed text, unless it was changed in the meantime. */
  replace(tx: Transaction, text: SealedText, sealed: string): Promise<void>
}

const createTotpPlace = (column: 'totp_secret' | 'totp_pending_secret'): SealedPlace => ({
  name: `credential.${column}`,
  async read(db) {
    const rows = await db.query(
      sql<{ account_id: number; sealed: string }>`select account_id, ${sql.id(column)} as sealed from credential
where ${sql.id(column)} is not null`,
    )
    return rows.map(({ account_id, sealed }) => ({
      key: [account_id],
      context: ['account', String(account_id), 'totp'],
      sealed,
    }))
  },
  async replace(tx, { key: [account_id], sealed: former }, sealed) {
    await tx.query(sql`update credential set ${sql.id(column)} = ${sealed}
where account_id = ${account_id} and ${sql.id(column)} = ${former}`)
  },
})

const createDevicePlace = (field: 'endpoint' | 'p256dh' | 'auth'): SealedPlace => ({
  name: `mobile_device.${field}`,
  async read(db) {
    const rows = await db.query(
      sql<{ account_id: number; id: string; sealed: string }>`select account_id, id, ${sql.id(field)} as sealed
from mobile_device`,
    )
    return rows.map(({ account_id, id, sealed }) => ({
      key: [account_id, id],
      context: ['mobile_device', id, field],
      sealed,
    }))
  },
  async replace(tx, { key: [account_id, id], sealed: former }, sealed) {
    await tx.query(sql`update mobile_device set ${sql.id(field)} = ${sealed}
where account_id = ${account_id} and id = ${id} and ${sql.id(field)} = ${former}`)
  },
})

const signingKey: SealedPlace = {
  name: 'signing_key.sealed_key',
  async read(db) {
    const rows = await db.query(
      sql<{
        id: number
        account_id: number
        sealed: string
      }>`select id, account_id, sealed_key as sealed from signing_key`,
    )
    return rows.map(({ id, account_id, sealed }) => ({
      key: [id],
      context: ['signing_key', String(account_id)],
      sealed,
    }))
  },
  async replace(tx, { key: [id], sealed: former }, sealed) {
    await tx.query(sql`update signing_key set sealed_key = ${sealed} where id = ${id} and sealed_key = ${former}`)
  },
}

const oauthKey: SealedPlace = {
  name: 'oauth_key.sealed_key',
  async read(db) {
    const rows = await db.query(sql<{ id: string; sealed: string }>`select id, sealed_key as sealed from oauth_key`)
    return rows.map(({ id, sealed }) => ({ key: [id], context: getKeyContext(id), sealed }))
  },
  async replace(tx, { key: [id], sealed: former }, sealed) {
    await tx.query(sql`update oauth_key set sealed_key = ${sealed} where id = ${id} and sealed_key = ${former}`)
  },
}

const ssoClient: SealedPlace = {
  name: 'sso_connection.client_secret',
  async read(db) {
    const rows = await db.query(
      sql<{ id: number; slug: string; sealed: string }>`select id, slug, client_secret as sealed from sso_connection
where client_secret is not null`,
    )
    return rows.map(({ id, slug, sealed }) => ({ key: [id], context: getSecretContext(slug), sealed }))
  },
  async replace(tx, { key: [id], sealed: former }, sealed) {
    await tx.query(
      sql`update sso_connection set client_secret = ${sealed} where id = ${id} and client_secret = ${former}`,
    )
  },
}

/** The context that the private key of a status page is sealed with. */
export const getPageKeyContext = (id: number): string[] => ['status_page', String(id)]

const statusPageKey: SealedPlace = {
  name: 'status_page_secret.sealed_key',
  async read(db) {
    const rows = await db.query(
      sql<{ id: number; sealed: string }>`select status_page_id as id, sealed_key as sealed from status_page_secret
where sealed_key is not null`,
    )
    return rows.map(({ id, sealed }) => ({ key: [id], context: getPageKeyContext(id), sealed }))
  },
  async replace(tx, { key: [id], sealed: former }, sealed) {
    await tx.query(
      sql`update status_page_secret set sealed_key = ${sealed} where status_page_id = ${id} and sealed_key = ${former}`,
    )
  },
}

/** The context that the browser of a subscriber is sealed with. */
export const pushDeviceContext = (pageId: number, address: string): string[] => [
  ...['status_page_subscriber', String(pageId), address],
]

const subscribedBrowser: SealedPlace = {
  name: 'status_page_subscriber.sealed_device',
  async read(db) {
    const rows = await db.query(
      sql<{ id: number; page: number; address: string; sealed: string }>`select id, status_page_id as page, address,
  sealed_device as sealed from status_page_subscriber where sealed_device is not null`,
    )
    return rows.map(({ id, page, address, sealed }) => ({
      key: [id],
      context: pushDeviceContext(page, address),
      sealed,
    }))
  },
  async replace(tx, { key: [id], sealed: former }, sealed) {
    await tx.query(
      sql`update status_page_subscriber set sealed_device = ${sealed} where id = ${id} and sealed_device = ${former}`,
    )
  },
}

interface SettingRow {
  readonly id: number
  readonly owner_id: number
  readonly setting: string
  readonly sealed: string
}

const toSealedSettings = (rows: readonly SettingRow[]): SealedText[] =>
  rows.map(({ id, owner_id, setting, sealed }) => ({
    key: [id, setting],
    context: ['service', String(owner_id), String(id), setting],
    sealed,
  }))

/** Also replaces the copy in revisions: if the two differed, the service would count as changed. */
const service: SealedPlace = {
  name: 'service.secrets',
  read: async (db) =>
    toSealedSettings(
      await db.query(sql<SettingRow>`select s.id, s.owner_id, e.key as setting, e.value as sealed
from service s, jsonb_each_text(case jsonb_typeof(s.secrets) when 'object' then s.secrets else '{}' end) e`),
    ),
  async replace(tx, { key: [id, setting], sealed: former }, sealed) {
    await tx.query(sql`update service set secrets = ${withSetting(sql`secrets`, [setting], sealed)}
where id = ${id} and secrets ->> ${setting}::text = ${former}`)
    await revision.replace(tx, { key: [id ?? '', setting ?? ''], context: [], sealed: former }, sealed)
  },
}

const revision: SealedPlace = {
  name: 'service_revision.configuration',
  read: async (db) =>
    toSealedSettings(
      await db.query(sql<SettingRow>`select distinct r.service_id as id, r.owner_id, e.key as setting, e.value as sealed
from service_revision r, jsonb_each_text(case jsonb_typeof(r.configuration -> 'secrets') when 'object' then r.configuration -> 'secrets' else '{}' end) e`),
    ),
  async replace(tx, { key: [id, setting], sealed: former }, sealed) {
    await tx.query(sql`update service_revision
set configuration = ${withSetting(sql`configuration`, ['secrets', setting], sealed)}
where service_id = ${id} and configuration -> 'secrets' ->> ${setting}::text = ${former}`)
  },
}

const withSetting = (column: RawBuilder<unknown>, path: readonly unknown[], sealed: string) =>
  sql`jsonb_set(${column}, ${path}::text[], to_jsonb(${sealed}::text))`

/** Every column with sealed secrets, except short-lived ones such as verification codes, which expire on their own. */
export const sealedPlaces: readonly SealedPlace[] = [
  createTotpPlace('totp_secret'),
  createTotpPlace('totp_pending_secret'),
  signingKey,
  oauthKey,
  ssoClient,
  statusPageKey,
  subscribedBrowser,
  createDevicePlace('endpoint'),
  createDevicePlace('p256dh'),
  createDevicePlace('auth'),
  service,
  revision,
]
