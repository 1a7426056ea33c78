import { queryOptions } from '@tanstack/react-query'
import { collectPages, type DefaultTemplate, type Template } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { ownOnly, peopleKey } from '../contacts/queries.ts'

export const templatesQuery = queryOptions({
  queryKey: [...peopleKey, 'templates'],
  queryFn: ({ signal }): Promise<readonly Template[]> =>
    collectPages(
      client.pages(
        'list_templates',
        { query: { ...ownOnly, sort: ['name'], embed: ['permissions'] } },
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

/** What is said where nobody has worded it otherwise. */
export const defaultTemplatesQuery = queryOptions({
  queryKey: ['default_templates'],
  queryFn: ({ signal }): Promise<readonly DefaultTemplate[]> =>
    collectPages(client.pages('list_default_templates', {}, { signal, size: 1000 })),
  staleTime: 30 * 60_000,
})

/** Which of its own templates a contact is told with, by channel. */
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

/** The last time that each rule held on each service: what a template is tried on. */
export const pastEventsQuery = queryOptions({
  queryKey: ['past_events'],
  queryFn: async ({ signal }) => {
    const rows = await client.call(
      'search_event_statuses',
      {
        body: {
          embed: ['service.name', 'event.name'],
          sort: [{ field: 'since', order: 'descending' }],
          limit: maxPast,
        },
      },
      { signal },
    )
    return rows.filter(({ occurrence_id }) => occurrence_id !== null)
  },
})

const maxPast = 50
