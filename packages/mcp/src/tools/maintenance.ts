import type { MinuteOfWeek } from '@wachta/client'
import { Type } from 'typebox'
import { resolveService } from '../find.ts'
import { noOtherInputs, serviceInput } from '../inputs.ts'
import { readInstant } from '../times.ts'
import { ToolError, tool } from '../tool.ts'
import { isOwnRecord, markUntrusted } from '../untrusted.ts'

const maxListed = 100

export const listMaintenance = tool({
  name: 'list_maintenance',
  title: 'Maintenance windows',
  description: 'Maintenance windows that are running or planned, and weekly ones.',
  input: Type.Object({ service: Type.Optional(serviceInput) }, noOtherInputs),
  operations: ['list_services', 'list_suspensions', 'list_weekly_suspensions'],
  effect: 'none',
  showsUntrusted: true,
  async run({ service: nameOrId }, { api, now }) {
    const service = nameOrId === undefined ? undefined : await resolveService(api, nameOrId)
    const commonQuery = {
      ...(service && { 'filter.service_id': service.id }),
      embed: ['service.name', 'permissions.own'] as const,
      limit: maxListed,
    }
    const windows = await api.list('list_suspensions', {
      query: { ...commonQuery, 'filter.end_time': `greater_than:${now.toISOString()}`, sort: ['start_time'] },
    })
    const weekly = await api.list('list_weekly_suspensions', { query: commonQuery })
    return {
      windows: windows.items.map((window) => ({
        id: window.id,
        service_id: window.service_id,
        start: window.start_time,
        end: window.end_time,
        is_running: Date.parse(window.start_time) <= now.getTime(),
        only_notifications: window.only_notifications,
        ...(isOwnRecord(window) && { service: window.service?.name }),
        ...markUntrusted({
          ...(!isOwnRecord(window) && { service: window.service?.name }),
          description: window.description,
        }),
      })),
      weekly: weekly.items.map(({ id, service_id, start_minute, end_minute, only_notifications }) => ({
        id,
        service_id,
        start: formatWeekTime(start_minute),
        end: formatWeekTime(end_minute),
        // All other times are in UTC.
        time_zone: 'that of the account',
        only_notifications,
      })),
      total: windows.total + weekly.total,
    }
  },
})

export const planMaintenance = tool({
  name: 'plan_maintenance',
  title: 'Plan maintenance',
  description:
    'Create a maintenance window for services: checks continue, but the status is paused and nobody is notified. With only_notifications the status follows the checks. All services or none.',
  input: Type.Object(
    {
      services: Type.Array(serviceInput, { minItems: 1, maxItems: 50 }),
      start: Type.Optional(Type.String({ description: 'ISO 8601 with time zone; default now' })),
      end: Type.Optional(Type.String({ description: 'ISO 8601 with time zone; or give minutes' })),
      minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 43_200 })),
      description: Type.Optional(Type.String({ maxLength: 200 })),
      only_notifications: Type.Optional(Type.Boolean({ description: 'Default false' })),
    },
    noOtherInputs,
  ),
  operations: ['list_services', 'bulk_create_suspensions'],
  effect: 'change',
  async run({ services: namesOrIds, start, end, minutes, description = '', only_notifications = false }, { api, now }) {
    if ((end === undefined) === (minutes === undefined)) throw new ToolError('Give either "end" or "minutes".')
    const services = await Promise.all(namesOrIds.map((nameOrId) => resolveService(api, nameOrId)))
    const from = start === undefined ? now.toISOString() : readInstant(start)
    const to =
      end === undefined ? new Date(Date.parse(from) + Number(minutes) * 60_000).toISOString() : readInstant(end)
    const created = await api.call('bulk_create_suspensions', {
      body: {
        service_ids: services.map(({ id }) => id),
        ...(start !== undefined && { start_time: from }),
        end_time: to,
        description,
        only_notifications,
      },
    })
    return {
      ids: created.map(({ id }) => id),
      services: services.map((service) => (isOwnRecord(service) ? service.name : service.id)),
      start: from,
      end: to,
    }
  },
})

export const endMaintenance = tool({
  name: 'end_maintenance',
  title: 'End maintenance',
  description: 'End a running maintenance window now, or cancel a planned one. Weekly windows are not ended.',
  input: Type.Object({ window: Type.Integer({ minimum: 1, description: 'Id from list_maintenance' }) }, noOtherInputs),
  operations: ['read_suspension', 'update_suspension', 'delete_suspension'],
  effect: 'destructive',
  idempotent: true,
  async run({ window: id }, { api, now }) {
    const path = { _id: id }
    const { start_time, end_time } = await api.call('read_suspension', { path })
    if (Date.parse(end_time) <= now.getTime()) return { id, ended: end_time, was: 'over' }
    if (Date.parse(start_time) > now.getTime()) {
      await api.call('delete_suspension', { path })
      return { id, was: 'planned', cancelled: true }
    }
    const ended = now.toISOString()
    await api.call('update_suspension', { path, body: { end_time: ended } })
    return { id, was: 'running', ended }
  },
})

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const formatWeekTime = ({ day_of_week, hour, minute }: MinuteOfWeek): string =>
  `${days[day_of_week - 1] ?? '?'} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
