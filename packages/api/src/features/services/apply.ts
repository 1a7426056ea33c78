import { fillDefaultSettings, findCheckType, listSecretSettingKeys } from '@wachta/checks'
import type { Values } from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { buildItemSchema, externalId, pickFields } from '../../platform/apply/fields.ts'
import { type ApplyKind, defaultGroup } from '../../platform/apply/kind.ts'
import { mask } from './rules.ts'
import { service } from './service.ts'

/** Shown in a plan for a secret that will be replaced, instead of the stored and the new one. */
const newSecret = `${mask} (new)`

const required = ['type_id', 'name', 'address']
/** All fields of a service that can be changed can be declared; its group is declared by name. */
const optional = (service.update?.fields ?? []).filter((name) => name !== 'group_id' && !required.includes(name))
const fields = [...required, ...optional]

const group = Type.Unsafe<string | null>({
  ...externalId,
  type: ['string', 'null'],
  description: 'The name of the group; the default group if omitted. Null leaves a service in its current group.',
})

/** A secret in a document. */
interface SecretSetting {
  readonly key: string
  readonly value: string
}

export function createServiceKind(vault: Pick<Vault, 'open'>): ApplyKind {
  return {
    section: 'services',
    resource: service,
    itemSchema: buildItemSchema(service, {
      required,
      optional,
      extraFields: { group: Type.Optional(group) },
    }),
    documentNames: { group_id: 'group' },
    references: ({ group: groupName }) =>
      typeof groupName === 'string' ? [{ section: 'groups', external_id: groupName, path: 'group' }] : [],
    data: (item, names) => ({
      ...pickFields(item, fields),
      ...(item['group'] !== null && { group_id: names.id('groups', String(item['group'] ?? defaultGroup)) }),
    }),
    toDeclared: (record, names) => ({
      external_id: String(record['external_id']),
      ...pickFields(record, fields),
      group: names.externalId('groups', Number(record['group_id'])) || null,
    }),
    // Archived services are not in exports, so their absence from a document does not mean that they are to be deleted.
    isKept: (record) => record['is_archived'] === true,
    async loadExtra(ids, { db }) {
      const rows = await db.query(
        sql<{ id: number; secrets: Values }>`select id, secrets from service where id = any(${ids})`,
      )
      return new Map(rows.map(({ id, secrets }) => [id, { secrets }]))
    },
    normalize(item, existing, isDryRun) {
      const type = findCheckType(String(item['type_id']))
      const given = item['extended_settings'] as Values | undefined
      const { group: groupName, ...itemWithoutGroup } = item
      // Null leaves the service in its group, so the group is not compared.
      const itemToCompare = groupName === null ? itemWithoutGroup : { ...item, group: groupName ?? null }
      if (!type || !given) return itemToCompare
      const secretKeys = new Set(listSecretSettingKeys(type))
      // Null means the default of the check type, which the API returns for an existing service.
      const complete = fillDefaultSettings(type, given)
      const settings = Object.entries(given).map(([key, value]) => [
        key,
        secretKeys.has(key) && value !== null
          ? compareSecret({ key, value: String(value) }, existing, isDryRun)
          : (value ?? complete[key] ?? null),
      ])
      return { ...itemToCompare, extended_settings: Object.fromEntries(settings) }
    },
  }

  /**
   * Returns the mask for an unchanged secret. A dry run shows every secret given in clear as a change, because a caller
   * could otherwise guess secrets without leaving a trace; without a dry run, a wrong guess replaces the secret.
   */
  function compareSecret(
    { key, value }: SecretSetting,
    existing: Values | undefined,
    isDryRun: boolean,
  ): string | null {
    const sealed = (existing?.['secrets'] as Values | undefined)?.[key]
    if (value === mask) return sealed === undefined ? null : mask
    const context = ['service', String(existing?.['owner_id']), String(existing?.['id']), key]
    return !isDryRun && typeof sealed === 'string' && vault.open(sealed, context) === value ? mask : newSecret
  }
}
