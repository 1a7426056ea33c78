import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { collectPages, type WeeklySuspension } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { wireTimestamp } from '../../app/client/wire-time.ts'
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

const touching = (from: number, to: number) => ({
  start_time: [{ type: 'lower_than' as const, argument: wireTimestamp(to) }],
  end_time: [{ type: 'greater_than' as const, argument: wireTimestamp(from) }],
})
const flags = ['permissions.update', 'permissions.delete'] as const

const readers: readonly Reader[] = [
  async (from, to, signal) => {
    const body = { embed: [...flags, 'service.name'] as const, filters: touching(from, to) }
    const rows = await collectPages(client.pages('search_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({
      ...toOnce(row),
      targetKind: 'service',
      target: { id: row.service_id, name: row.service?.name ?? `#${row.service_id}` },
      onlyNotifications: row.only_notifications,
    }))
  },
  async (_from, _to, signal) => {
    const body = { embed: [...flags, 'service.name'] as const }
    const rows = await collectPages(client.pages('search_weekly_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({
      ...toWeekly(row),
      targetKind: 'service',
      target: { id: row.service_id, name: row.service?.name ?? `#${row.service_id}` },
      onlyNotifications: row.only_notifications,
    }))
  },
  async (from, to, signal) => {
    const body = { embed: [...flags, 'contact.name'] as const, filters: touching(from, to) }
    const rows = await collectPages(client.pages('search_contact_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({ ...toOnce(row), ...toContactWindow(row) }))
  },
  async (_from, _to, signal) => {
    const body = { embed: [...flags, 'contact.name'] as const }
    const rows = await collectPages(client.pages('search_contact_weekly_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({ ...toWeekly(row), ...toContactWindow(row) }))
  },
  async (from, to, signal) => {
    const body = { embed: [...flags, 'escalation.name'] as const, filters: touching(from, to) }
    const rows = await collectPages(client.pages('search_escalation_suspensions', { body }, { signal, size: 1000 }))
    return rows.map((row) => ({ ...toOnce(row), ...toEscalationWindow(row) }))
  },
  async (_from, _to, signal) => {
    const body = { embed: [...flags, 'escalation.name'] as const }
    const rows = await collectPages(
      client.pages('search_escalation_weekly_suspensions', { body }, { signal, size: 1000 }),
    )
    return rows.map((row) => ({ ...toWeekly(row), ...toEscalationWindow(row) }))
  },
]

interface Common {
  readonly id: number
  readonly description: string
  readonly permissions?: { readonly update?: boolean; readonly delete?: boolean }
}

const toCommon = ({ id, description, permissions }: Common) => ({
  id,
  description,
  mayUpdate: permissions?.update === true,
  mayDelete: permissions?.delete === true,
})
const toOnce = (row: Common & { readonly start_time: string; readonly end_time: string }) => ({
  ...toCommon(row),
  when: { start: Date.parse(row.start_time), end: Date.parse(row.end_time) },
})
const toWeekly = (row: Common & { readonly start_minute: Minute; readonly end_minute: Minute }) => ({
  ...toCommon(row),
  when: { from: toMinutes(row.start_minute), to: toMinutes(row.end_minute) },
})

/** Windows of contacts and escalations only ever suppress notifications. */
const quiet = { onlyNotifications: true } as const
const toContactWindow = (row: { readonly contact_id: number; readonly contact?: { name?: string } | null }) => ({
  ...quiet,
  targetKind: 'contact' as const,
  target: { id: row.contact_id, name: row.contact?.name ?? `#${row.contact_id}` },
})
const toEscalationWindow = (row: {
  readonly escalation_id: number
  readonly escalation?: { name?: string } | null
}) => ({
  ...quiet,
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

const mayPlan = { 'permissions.create_suspensions': [{ type: 'equals' as const, argument: true }] }
const targets = { fields: ['id', 'name'] as const, sort: [{ field: 'name' as const }], filters: mayPlan }

const targetReaders: Readonly<Record<TargetKind, (signal: AbortSignal) => Promise<readonly Target[]>>> = {
  service: (signal) => {
    const filters = { ...mayPlan, is_archived: [{ type: 'equals' as const, argument: false }] }
    return collectPages(client.pages('search_services', { body: { ...targets, filters } }, { signal, size: 1000 }))
  },
  contact: (signal) => collectPages(client.pages('search_contacts', { body: targets }, { signal, size: 1000 })),
  escalation: (signal) => collectPages(client.pages('search_escalations', { body: targets }, { signal, size: 1000 })),
}

/** Whether there is anything for which the user may plan windows. */
export const mayPlanQuery = queryOptions({
  queryKey: ['suspension_targets', 'any'],
  queryFn: async ({ signal }) => {
    const body = { fields: ['id'] as const, filters: mayPlan, limit: 1 }
    const found = await Promise.all([
      client.list('search_services', { body }, { signal }),
      client.list('search_contacts', { body }, { signal }),
      client.list('search_escalations', { body }, { signal }),
    ])
    return found.some(({ total }) => total > 0)
  },
  staleTime: 60_000,
})
