import { mask } from '@wachta/api/src/features/services/rules.ts'
import { channels } from '@wachta/channels'
import { checkTypes, fillDefaultSettings, findCheckType, listSecretSettingKeys } from '@wachta/checks'
import type { Transaction } from '@wachta/database'
import { packChecks, toAnalysisId } from '@wachta/domain'
import { type RawBuilder, sql } from 'kysely'

/** Rows of one table that are restored after requests. All of them have the same columns. */
interface PlantedRows {
  readonly table: string
  readonly key?: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** Accounts that planted rows belong to, or are shared with. */
export interface Holders {
  readonly owner: number
  readonly stranger: number
  readonly guests: readonly number[]
}

type SealText = (plain: string, context: readonly string[]) => string

/** A secret setting of seeded and generated services: a response that contains it is a leak. */
export const canary = 'fuzz-canary-4d1c77'

/** The channels whose templates are seeded. */
export const templateChannels = ['email', 'sms', 'slack'] as const

/**
 * Restores the whole configuration of the owner, some of a stranger, and groups that are shared both ways, in an order
 * in which every row refers only to earlier ones.
 */
export function restoreConfiguration(
  base: number,
  holders: Holders,
  seal: SealText,
): (tx: Transaction) => Promise<void> {
  const waves = [buildParents, buildChildren, buildGrandchildren].map((buildTables) =>
    buildUpserts(buildTables(base, holders, seal)),
  )
  return async (tx) => {
    // The limit is a hundred per account; sensors that requests created must not exceed it.
    await tx.query(sql`delete from sensor where id < ${base}`)
    for (const statement of waves) await tx.query(statement)
    await tx.query(sql`select partition_days(${[plantedTime.slice(0, 10)]}::date[])`)
    await tx.query(buildRecord(base))
  }
}

/** The time of an analysis that every seeded service has, checked by the first of the seeded sensors. */
export const plantedTime = '2026-03-01T12:30:00.007Z'
export const plantedAnalysis = toAnalysisId(Date.parse(plantedTime))

function buildRecord(base: number): RawBuilder<unknown> {
  const check = { started: 0, reason: null, path_step: null, response_time: 7, data_size: 9, timings: { lookup: 1 } }
  const checks = packChecks([{ ...check, sensor_id: base + 1, result: 'error', error_type_id: 1 }])
  return sql`with seen as (
  insert into analysis (service_id, time, revision, error_tolerance, ok_checks_count, error_checks_count, unknown_checks_count, failure, kind, checks)
  select id, ${plantedTime}::timestamptz, 1, 51, 0, 1, 0, true, 's', ${Buffer.from(checks)} from service where id > ${base} on conflict do nothing
)
insert into check_detail (service_id, time, sensor_id, error_message, metrics, step_data)
select id, ${plantedTime}::timestamptz, ${base + 1}, 'no answer', '{"status_code": 500}', '[{"step": 1, "response_time": 7, "data_size": null}]'
from service where id > ${base} on conflict do nothing`
}

/** One statement for many tables; rows that are already correct are not changed. */
function buildUpserts(tables: readonly PlantedRows[]): RawBuilder<unknown> {
  const inserts = tables.map(({ table, key = ['id'], rows }, index) => {
    const names = Object.keys(rows[0] ?? {})
    const columns = sql.join(names.map((name) => sql.id(name)))
    const changed = names.filter((name) => !key.includes(name))
    const changes = sql.join(changed.map((name) => sql`${sql.id(name)} = excluded.${sql.id(name)}`))
    const joinColumns = (row: string) => sql.join(changed.map((name) => sql.id(row, name)))
    return sql`${sql.id(`w${index}`)} as (insert into ${sql.table(table)} as t (${columns})
  select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
  on conflict (${sql.join(key.map((name) => sql.id(name)))}) do update set ${changes}
  where (${joinColumns('t')}) is distinct from (${joinColumns('excluded')}))`
  })
  return sql`with ${sql.join(inserts, sql`, `)} select 1`
}

/** The numbers from 1 to the count. */
const countTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Most rows of a kind belong to the owner, and the last one to a stranger. */
const assignOwners = (
  count: number,
  { owner, stranger }: Holders,
): readonly (readonly [place: number, owner_id: number])[] =>
  countTo(count).map((number) => [number, number === count ? stranger : owner])

const categories = [...new Set(checkTypes.map(({ category }) => category))]
const everything = { all_services: true, group_ids: [], service_ids: [] }

function buildParents(base: number, holders: Holders): PlantedRows[] {
  const { owner, stranger } = holders
  return [
    {
      table: 'sensor',
      rows: [null, null, null, owner, owner, owner, stranger].map((owner_id, index) => ({
        id: base + index + 1,
        owner_id,
        name: `Sensor ${index}`,
        latitude: 52.25 + index,
        longitude: 21,
        category_ids: categories,
        is_active: true,
      })),
    },
    {
      table: 'service_group',
      // Groups after the stranger's have no services, and may be deleted.
      rows: [
        ...assignOwners(6, holders),
        [7, stranger] as const,
        ...[8, 9, 10, 11].map((number) => [number, owner] as const),
      ].map(([number, owner_id]) => ({
        id: base + number,
        owner_id,
        name: `Group ${number}`,
        is_default: false,
        periodic_daily_reports: true,
        periodic_weekly_reports: true,
        periodic_monthly_reports: true,
        archived_services_in_periodic_reports: true,
        assigned_sensor_ids: { default: [base + 1] },
      })),
    },
    {
      table: 'contact',
      rows: assignOwners(6, holders).map(([number, owner_id]) => ({
        id: base + number,
        owner_id,
        name: `Contact ${number}`,
        description: '',
        language_id: 'en',
      })),
    },
    {
      table: 'contact_group',
      rows: assignOwners(4, holders).map(([number, owner_id]) => ({
        id: base + number,
        owner_id,
        name: `Contact group ${number}`,
        description: '',
        contact_ids: owner_id === owner ? [base + 1, base + 2] : [],
      })),
    },
    {
      table: 'template',
      rows: assignOwners(7, holders).map(([number, owner_id]) => ({
        id: base + number,
        owner_id,
        name: `Template ${number}`,
        channel_id: templateChannels[number % templateChannels.length],
        language_id: 'en',
        start_template: 'Down: {{service_name}}',
        end_template: 'Up: {{service_name}}',
        start_subject: 'Wachta: {{service_name}}',
        end_subject: 'Wachta: {{service_name}}',
        artifact_type_ids: [],
      })),
    },
    {
      table: 'event',
      rows: assignOwners(7, holders).map(([number, owner_id]) => ({
        id: base + number,
        owner_id,
        name: `Event ${number}`,
        description: '',
        is_active: true,
        kind: number % 2 ? 'failure' : 'certificate_expiry',
        settings: number % 2 ? {} : { days: 14 },
        scope: number === 3 ? { all_services: false, group_ids: [base + 1], service_ids: [base + 1] } : everything,
        start_delay: 0,
        end_delay: 0,
        condition_event_ids: number === 1 ? [base + 2] : [],
      })),
    },
    {
      table: 'report_template',
      rows: assignOwners(5, holders).map(([number, owner_id]) => ({
        id: base + number,
        owner_id,
        name: `Report template ${number}`,
        description: '',
        is_active: true,
        language_id: 'en',
        time_zone_id: 'europe_warsaw',
        section_ids: ['summary'],
        reporting_plan_ids: ['monthly'],
        attachment_type_ids: ['pdf'],
        scope: everything,
        accounting_method: { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] },
        recipients: ['reports@example.com'],
        created_at: '2026-01-01T00:00:00Z',
      })),
    },
  ]
}

function buildChildren(base: number, holders: Holders, seal: SealText): PlantedRows[] {
  const { owner, stranger, guests } = holders
  const [firstChannel, ...others] = channels.filter(({ isStandard, isDiscontinued }) => isStandard && !isDiscontinued)
  const addresses = [firstChannel, ...others, firstChannel].map((channel) => ({
    channel: channel?.id,
    address: channel?.address.examples.good[0],
  }))
  const createFlags = (granted: boolean) => ({
    can_archive_services: granted,
    can_create_services: granted,
    can_delete_services: granted,
    can_force_analyses: granted,
    can_modify_group: granted,
    can_modify_services: granted,
  })
  return [
    {
      table: 'group_share',
      key: ['group_id', 'account_id'],
      rows: [
        ...guests.flatMap((account_id) =>
          [1, 2].map((number) => ({ group_id: base + number, account_id, ...createFlags(number === 1) })),
        ),
        // The last group of the stranger is shared with the owner, the one before it is not.
        { group_id: base + 7, account_id: owner, ...createFlags(true) },
      ],
    },
    { table: 'service', rows: buildServices(base, holders, seal) },
    {
      table: 'contact_address',
      rows: addresses.map(({ channel, address }, index) => ({
        id: base + index + 1,
        // The last contact is the stranger's.
        contact_id: base + (index === addresses.length - 1 ? 6 : (index % 5) + 1),
        channel_id: channel,
        address,
      })),
    },
    {
      table: 'notification_address',
      rows: addresses.map(({ channel, address }, index) => ({
        id: base + index + 1,
        owner_id: index === addresses.length - 1 ? stranger : owner,
        group_id: base + (index === addresses.length - 1 ? 6 : (index % 5) + 1),
        notification_channel_id: channel,
        address,
        description: '',
      })),
    },
    {
      table: 'periodic_report_address',
      rows: assignOwners(6, holders).map(([number, owner_id]) => ({
        id: base + number,
        owner_id,
        group_id: base + number,
        address: `reports${number}@example.com`,
        report_frequency: 'weekly',
      })),
    },
    {
      table: 'custom_template',
      key: ['contact_id', 'channel_id'],
      rows: countTo(6).map((number) => ({
        contact_id: base + ((number - 1) % 5) + 1,
        channel_id: templateChannels[number % templateChannels.length],
        template_id: base + number,
      })),
    },
    {
      table: 'escalation',
      rows: assignOwners(7, holders).map(([number]) => ({
        id: base + number,
        event_id: base + number,
        name: `Escalation ${number}`,
        is_active: true,
        delay: 0,
        repeat_interval: 0,
        maximum_repeats: 0,
        contact_ids: number < 7 ? [base + 1] : [base + 6],
        contact_group_ids: [],
        channel_ids: null,
        notify_end: true,
      })),
    },
    {
      table: 'user_setting',
      key: ['account_id', 'key'],
      rows: [owner, stranger].flatMap((account_id) =>
        ['theme', 'a.b', 'x-1'].map((key) => ({ account_id, key, value: { dark: true } })),
      ),
    },
    {
      table: 'report',
      rows: countTo(3).map((number) => ({
        id: base + number,
        template_id: base + number,
        name: `Report ${number}`,
        start_time: '2026-01-01T00:00:00Z',
        end_time: '2026-02-01T00:00:00Z',
        status: number === 3 ? 'pending' : 'completed',
        template: {
          language_id: 'en',
          time_zone_id: 'europe_warsaw',
          section_ids: ['summary'],
          attachment_type_ids: ['pdf'],
        },
      })),
    },
  ]
}

/**
 * One service of every type, some of them archived; the last ones belong to the stranger, and one of these is shared.
 */
function buildServices(base: number, { owner, stranger }: Holders, seal: SealText): PlantedRows['rows'] {
  const types = [...checkTypes, findCheckType('ping'), findCheckType('ping')].filter((type) => type !== undefined)
  return types.map((type, index) => {
    const id = base + index + 1
    const strangerIndex = index - checkTypes.length
    const owner_id = strangerIndex >= 0 ? stranger : owner
    const secrets = listSecretSettingKeys(type).map((key) => [
      key,
      seal(canary, ['service', String(owner_id), String(id), key]),
    ])
    const masks = Object.fromEntries(secrets.map(([key]) => [key, mask]))
    return {
      id,
      owner_id,
      group_id: base + (strangerIndex >= 0 ? 6 + strangerIndex : (index % 5) + 1),
      type_id: type.id,
      name: `Service ${index}`,
      address: type.examples.good[0],
      description: '',
      interval: 300,
      is_active: index % 3 !== 0,
      is_archived: index % 3 === 0,
      sensor_ids: index % 7 === 0 ? [base + 2] : null,
      step_names: [],
      notification_channel_ids: ['email'],
      notification_condition_ids: ['failure'],
      extended_settings: { ...fillDefaultSettings(type, getRequiredSettings(type.id)), ...masks },
      secrets: Object.fromEntries(secrets),
    }
  })
}

/** The settings that scenarios require. */
export const getRequiredSettings = (type: string): Readonly<Record<string, unknown>> =>
  type === 'http_scenario'
    ? { steps: [{ name: 'Open', url: '/' }] }
    : type === 'browser_scenario'
      ? { steps: [{ name: 'Open', actions: [{ open: '/' }] }] }
      : {}

function buildGrandchildren(base: number, holders: Holders): PlantedRows[] {
  const strangersService = base + checkTypes.length + 1
  const window = { start_time: '2026-03-01T12:00:00Z', end_time: '2026-03-01T13:00:00Z' }
  const weekly = { start_minute: 600, end_minute: 660 }
  const createSuspensions = (parent: string, count: number, last: number, times: Readonly<Record<string, unknown>>) =>
    assignOwners(count, holders).map(([number]) => ({
      id: base + number,
      [parent]: number === count ? last : base + number,
      description: '',
      ...times,
    }))
  return [
    {
      table: 'suspension',
      rows: createSuspensions('service_id', 10, strangersService, { ...window, only_notifications: false }),
    },
    {
      table: 'weekly_suspension',
      rows: createSuspensions('service_id', 7, strangersService, { ...weekly, only_notifications: true }),
    },
    { table: 'correction', rows: createSuspensions('service_id', 10, strangersService, { ...window, status: 'ok' }) },
    {
      table: 'status_change',
      rows: createSuspensions('service_id', 10, strangersService, {
        status: 'failure',
        start_time: '2026-03-01T12:00:00Z',
        end_time: null,
      }),
    },
    {
      table: 'event_status_change',
      rows: assignOwners(5, holders).map(([number]) => ({
        id: base + number,
        service_id: number === 5 ? strangersService : base + number,
        event_id: base + (number === 5 ? 7 : number),
        status: 'active',
        start_time: '2026-03-01T12:00:00Z',
        end_time: null,
        note: '',
      })),
    },
    { table: 'contact_suspension', rows: createSuspensions('contact_id', 6, base + 6, window) },
    { table: 'contact_weekly_suspension', rows: createSuspensions('contact_id', 6, base + 6, weekly) },
    { table: 'escalation_suspension', rows: createSuspensions('escalation_id', 7, base + 7, window) },
    { table: 'escalation_weekly_suspension', rows: createSuspensions('escalation_id', 7, base + 7, weekly) },
  ]
}
