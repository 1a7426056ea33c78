import { queryOptions } from '@tanstack/react-query'
import { collectPages, type DefaultTemplate, type Template } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { ownFilter, peopleKey } from '../contacts/queries.ts'

export const templatesQuery = queryOptions({
  queryKey: [...peopleKey, 'templates'],
  queryFn: ({ signal }): Promise<readonly Template[]> =>
    collectPages(
      client.pages(
        'list_templates',
        { query: { ...ownFilter, sort: ['name'], embed: ['permissions'] } },
        { signal, size: 1000 },
      ),
    ),
})

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: [...peopleKey, 'template', id],
    queryFn: ({ signal }) =>
      client.call('read_template', { path: { _id: id }, query: { embed: ['permissions'] } }, { signal }),
  })

/** The texts that are used without a template. */
export const defaultTemplatesQuery = queryOptions({
  queryKey: ['default_templates'],
  queryFn: ({ signal }): Promise<readonly DefaultTemplate[]> =>
    collectPages(client.pages('list_default_templates', {}, { signal, size: 1000 })),
  staleTime: 30 * 60_000,
})

/** The ids of the templates that a contact has chosen, by channel. */
export const customTemplatesQuery = (contact: number) =>
  queryOptions({
    queryKey: [...peopleKey, 'custom_templates', contact],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const rows = await client.call(
        'list_contact_custom_templates',
        { path: { _id: contact }, query: { limit: 1000 } },
        { signal },
      )
      return new Map(rows.map(({ channel_id, template_id }) => [channel_id, template_id]))
    },
  })

export const variablesQuery = (language: string) =>
  queryOptions({
    queryKey: ['template_variables', language],
    queryFn: ({ signal }) =>
      client.call('list_dictionaries_template_variables', { query: { limit: 1000 } }, { signal }),
    staleTime: 30 * 60_000,
  })

/** The latest alerts, one of each rule on each service, to preview templates with. */
export const pastEventsQuery = queryOptions({
  queryKey: ['past_events'],
  queryFn: async ({ signal }) => {
    const rows = await client.call(
      'search_event_statuses',
      {
        body: {
          embed: ['service.name', 'event.name'],
          sort: [{ field: 'since', order: 'descending' }],
          limit: maxPastEvents,
        },
      },
      { signal },
    )
    return rows.filter(({ occurrence_id }) => occurrence_id !== null)
  },
})

const maxPastEvents = 50
