import type { DeclaredObject } from '@wachta/domain'
import { ApiError, type Call, closed, createRow, deleteRow, type Values, type Violation } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { buildItemSchema, pickFields } from '../../platform/apply/fields.ts'
import type { ApplyKind } from '../../platform/apply/kind.ts'
import { contact } from './contact.ts'
import { contactAddress } from './contact-address.ts'

interface Address {
  readonly channel_id: string
  readonly address: string
}

const optional = ['description', 'language_id']
const fields = ['name', ...optional]
const addresses = Type.Array(
  Type.Object(
    { channel_id: contactAddress.fields.channel_id.schema, address: contactAddress.fields.address.schema },
    closed,
  ),
  { maxItems: 100, description: 'All addresses of the contact. If omitted, the addresses are not changed.' },
)

export const contactKind: ApplyKind = {
  section: 'contacts',
  resource: contact,
  itemSchema: buildItemSchema(contact, {
    required: ['name'],
    optional,
    extraFields: { addresses: Type.Optional(addresses) },
  }),
  references: () => [],
  findViolations: (item, at) =>
    findRepeatedAddresses((item['addresses'] ?? []) as readonly Address[], `${at}.addresses`),
  data: (item) => pickFields(item, fields),
  toDeclared: (record) => ({
    external_id: String(record['external_id']),
    ...pickFields(record, [...fields, 'addresses']),
  }),
  normalize: (item) =>
    item['addresses'] ? { ...item, addresses: sortUnique(item['addresses'] as readonly Address[]) } : item,
  async loadExtra(ids, { db }) {
    const rows = await db.query(sql<{ contact_id: number; addresses: Address[] }>`select contact_id,
  jsonb_agg(jsonb_build_object('channel_id', channel_id, 'address', address)) as addresses
from contact_address where contact_id = any(${ids}) group by 1`)
    const found = new Map(rows.map((row) => [row.contact_id, row.addresses]))
    return new Map(ids.map((id) => [id, { addresses: sortUnique(found.get(id) ?? []) }]))
  },
  writeParts: writeAddresses,
}

/** Deletes the addresses that are no longer declared, and creates those that do not exist yet. */
async function writeAddresses(contact_id: number, item: DeclaredObject, call: Call): Promise<Violation[]> {
  const declared = item['addresses'] as readonly Address[] | undefined
  if (!declared) return []
  const existing = await call.db.query(
    sql<Address & { id: number }>`select id, channel_id, address from contact_address where contact_id = ${contact_id}`,
  )
  const isSame = (one: Address, other: Address) => one.channel_id === other.channel_id && one.address === other.address
  for (const each of existing)
    if (!declared.some((other) => isSame(each, other)))
      await deleteRow({ resource: contactAddress, key: each.id }, call)
  const violations: Violation[] = []
  for (const [index, { channel_id, address }] of declared.entries()) {
    if (existing.some((other) => isSame({ channel_id, address }, other))) continue
    try {
      await createRow(contactAddress, { contact_id, channel_id, address } as Values, call)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      violations.push(
        ...error.violations.map((violation) => ({
          ...violation,
          field: `data.addresses.${index}${violation.field?.slice('data'.length) ?? ''}`,
        })),
      )
    }
  }
  return violations
}

const toKey = ({ channel_id, address }: Address): string => `${channel_id} ${address}`

function findRepeatedAddresses(all: readonly Address[], field: string): Violation[] {
  const isRepeated = new Set(all.map(toKey)).size < all.length
  return isRepeated ? [{ symbol: 'repeated_item', field }] : []
}

const sortUnique = (all: readonly Address[]): Address[] => {
  const unique = new Map(
    all.map(({ channel_id, address }) => [toKey({ channel_id, address }), { channel_id, address }]),
  )
  return [...unique].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, address]) => address)
}
