import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { collectPages, type WeeklySuspension } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { toWireTime } from '../../app/client/wire-time.ts'
import type { TargetKind, WindowRow } from './windows.ts'

export const suspensionKeys = { all: ['suspensions'] } as const

type Minute = WeeklySuspension['start_minute']

/** All windows in a period: single ones that overlap it, and all weekly ones. */
export const suspensionsQuery = (from: number, to: number) =>
  queryOptions({
    queryKey: [...suspensionKeys.all, from, to],
    queryFn: async ({ signal }): Promise<readonly WindowRow[]> =>
      (await Promise.all([...readers.map((read) => read(from, to, signal))])).flat(),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

type Reader = (from: number, to: number, signal: AbortSignal) => Promise<WindowRow[]>

const buildOverlapFilters = (from: number, to: number) => ({
  start_time: [{ type: 'lower_than' as const, argument: toWireTime(to) }],
  end_time: [{ type: 'greater_than' as const, argument: toWireTime(from) }],
})
const permissionEmbeds = ['permissions.update', 'permissions.delete'] as const

const readers: readonly Reader[] = [
  async (from, to, signal) => {
    const body = { embed: [...permissionEmbeds, 'service.name'] as const, filters: buildOverlapFilters(from, to) }
    const rows = await collectPages(client.pages('search_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({
      ...toOnce(row),
      targetKind: 'service',
      target: { id: row.service_id, name: row.service?.name ?? `#${row.service_id}` },
      onlyNotifications: row.only_notifications,
    }))
  },
  async (_from, _to, signal) => {
    const body = { embed: [...permissionEmbeds, 'service.name'] as const }
    const rows = await collectPages(client.pages('search_weekly_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({
      ...toWeekly(row),
      targetKind: 'service',
      target: { id: row.service_id, name: row.service?.name ?? `#${row.service_id}` },
      onlyNotifications: row.only_notifications,
    }))
  },
  async (from, to, signal) => {
    const body = { embed: [...permissionEmbeds, 'contact.name'] as const, filters: buildOverlapFilters(from, to) }
    const rows = await collectPages(client.pages('search_contact_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({ ...toOnce(row), ...toContactWindow(row) }))
  },
  async (_from, _to, signal) => {
    const body = { embed: [...permissionEmbeds, 'contact.name'] as const }
    const rows = await collectPages(client.pages('search_contact_weekly_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({ ...toWeekly(row), ...toContactWindow(row) }))
  },
  async (from, to, signal) => {
    const body = { embed: [...permissionEmbeds, 'escalation.name'] as const, filters: buildOverlapFilters(from, to) }
    const rows = await collectPages(client.pages('search_escalation_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({ ...toOnce(row), ...toEscalationWindow(row) }))
  },
  async (_from, _to, signal) => {
    const body = { embed: [...permissionEmbeds, 'escalation.name'] as const }
    const rows = await collectPages(
      client.pages('search_escalation_weekly_suspensions', { body }, { signal, size: 1000 }),
    )
    return rows.map((row) => ({ ...toWeekly(row), ...toEscalationWindow(row) }))
  },
]

interface CommonFields {
  readonly id: number
  readonly description: string
  readonly permissions?: { readonly update?: boolean; readonly delete?: boolean }
}

const toCommonFields = ({ id, description, permissions }: CommonFields) => ({
  id,
  description,
  mayUpdate: permissions?.update === true,
  mayDelete: permissions?.delete === true,
})
const toOnce = (row: CommonFields & { readonly start_time: string; readonly end_time: string }) => ({
  ...toCommonFields(row),
  when: { start: Date.parse(row.start_time), end: Date.parse(row.end_time) },
})
const toWeekly = (row: CommonFields & { readonly start_minute: Minute; readonly end_minute: Minute }) => ({
  ...toCommonFields(row),
  when: { from: toMinutes(row.start_minute), to: toMinutes(row.end_minute) },
})

/** Windows of contacts and escalations only ever suppress notifications. */
const notificationsOnly = { onlyNotifications: true } as const
const toContactWindow = (row: { readonly contact_id: number; readonly contact?: { name?: string } | null }) => ({
  ...notificationsOnly,
  targetKind: 'contact' as const,
  target: { id: row.contact_id, name: row.contact?.name ?? `#${row.contact_id}` },
})
const toEscalationWindow = (row: {
  readonly escalation_id: number
  readonly escalation?: { name?: string } | null
}) => ({
  ...notificationsOnly,
  targetKind: 'escalation' as const,
  target: { id: row.escalation_id, name: row.escalation?.name ?? `#${row.escalation_id}` },
})

const toMinutes = ({ day_of_week, hour, minute }: Minute): number => ((day_of_week - 1) * 24 + hour) * 60 + minute

export interface Target {
  readonly id: number
  readonly name: string
}

/** The services, contacts or escalations for which the user may plan windows. */
export const targetsQuery = (targetKind: TargetKind) =>
  queryOptions({
    queryKey: ['suspension_targets', targetKind],
    queryFn: ({ signal }) => targetReaders[targetKind](signal),
    staleTime: 60_000,
  })

const mayPlanFilters = { 'permissions.create_suspensions': [{ type: 'equals' as const, argument: true }] }
const targetsBody = { fields: ['id', 'name'] as const, sort: [{ field: 'name' as const }], filters: mayPlanFilters }

const targetReaders: Readonly<Record<TargetKind, (signal: AbortSignal) => Promise<readonly Target[]>>> = {
  service: (signal) => {
    const filters = { ...mayPlanFilters, is_archived: [{ type: 'equals' as const, argument: false }] }
    return collectPages(client.pages('search_services', { body: { ...targetsBody, filters } }, { signal, size: 1000 }))
  },
  contact: (signal) => collectPages(client.pages('search_contacts', { body: targetsBody }, { signal, size: 1000 })),
  escalation: (signal) =>
    collectPages(client.pages('search_escalations', { body: targetsBody }, { signal, size: 1000 })),
}

/** Whether there is anything for which the user may plan windows. */
export const mayPlanQuery = queryOptions({
  queryKey: ['suspension_targets', 'any'],
  queryFn: async ({ signal }) => {
    const body = { fields: ['id'] as const, filters: mayPlanFilters, limit: 1 }
    const pages = await Promise.all([
      client.list('search_services', { body }, { signal }),
      client.list('search_contacts', { body }, { signal }),
      client.list('search_escalations', { body }, { signal }),
    ])
    return pages.some(({ total }) => total > 0)
  },
  staleTime: 60_000,
})
