import { checkType, fillDefaultSettings, secretSettingKeys } from '@wachta/checks'
import type { Values } from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { externalId, itemSchema, picked } from '../../platform/apply/fields.ts'
import { type ApplyKind, defaultGroup } from '../../platform/apply/kind.ts'
import { mask } from './rules.ts'
import { service } from './service.ts'

/** Shown in a plan where a secret is to be replaced: neither the one that is there nor the new one. */
const newSecret = `${mask} (new)`

const required = ['type_id', 'name', 'address']
/** Whatever may be changed of a service may be declared; its group is declared by name. */
const optional = (service.update?.fields ?? []).filter((name) => name !== 'group_id' && !required.includes(name))
const fields = [...required, ...optional]

const group = Type.Unsafe<string | null>({
  ...externalId,
  type: ['string', 'null'],
  description: 'The group by its name; the default one if left out. Null leaves a service in the group where it is.',
})

/** A secret as a document declares it. */
interface SecretSetting {
  readonly key: string
  readonly value: string
}

export function serviceKind(vault: Pick<Vault, 'open'>): ApplyKind {
  return {
    section: 'services',
    resource: service,
    item: itemSchema(service, {
      required,
      optional,
      also: { group: Type.Optional(group) },
    }),
    called: { group_id: 'group' },
    references: ({ group: named }) =>
      typeof named === 'string' ? [{ section: 'groups', external_id: named, at: 'group' }] : [],
    data: (item, names) => ({
      ...picked(item, fields),
      ...(item['group'] !== null && { group_id: names.id('groups', String(item['group'] ?? defaultGroup)) }),
    }),
    declared: (record, names) => ({
      external_id: String(record['external_id']),
      ...picked(record, fields),
      group: names.externalId('groups', Number(record['group_id'])) || null,
    }),
    // Somebody has put it away with its history, and an export does not show it: no file asks for its end.
    isKept: (record) => record['is_archived'] === true,
    async more(ids, { db }) {
      const rows = await db.query(
        sql<{ id: number; secrets: Values }>`select id, secrets from service where id = any(${ids})`,
      )
      return new Map(rows.map(({ id, secrets }) => [id, { secrets }]))
    },
    normal(item, there, isDryRun) {
      const type = checkType(String(item['type_id']))
      const given = item['extended_settings'] as Values | undefined
      const { group: named, ...elsewhere } = item
      // Null says nothing of the group, and what is not said is not compared.
      const placed = named === null ? elsewhere : { ...item, group: named ?? null }
      if (!type || !given) return placed
      const isSecret = new Set(secretSettingKeys(type))
      // Null stands for the default of the type, which is what a service that is there shows.
      const complete = fillDefaultSettings(type, given)
      const settings = Object.entries(given).map(([key, value]) => [
        key,
        isSecret.has(key) && value !== null
          ? compared({ key, value: String(value) }, there, isDryRun)
          : (value ?? complete[key] ?? null),
      ])
      return { ...placed, extended_settings: Object.fromEntries(settings) }
    },
  }

  /**
   * A secret that is there already is shown as it is shown everywhere; but a dry run shows each one in clear as a change, or
   * else it could be guessed without leaving a trace. To guess by applying would replace it.
   */
  function compared({ key, value }: SecretSetting, there: Values | undefined, isDryRun: boolean): string | null {
    const sealed = (there?.['secrets'] as Values | undefined)?.[key]
    if (value === mask) return sealed === undefined ? null : mask
    const context = ['service', String(there?.['owner_id']), String(there?.['id']), key]
    return !isDryRun && typeof sealed === 'string' && vault.open(sealed, context) === value ? mask : newSecret
  }
}
