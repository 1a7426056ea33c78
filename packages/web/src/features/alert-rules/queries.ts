import { queryOptions, useQuery } from '@tanstack/react-query'
import { collectPages, type Event } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { rulesKey } from '../../app/client/rules-key.ts'

export const ruleKeys = {
  all: rulesKey,
  one: (id: number) => [...rulesKey, 'rule', id] as const,
  /** The key of alerts is here because alerts are deleted with their rule. */
  alerts: ['alerts'],
} as const

export type RuleKind = Event['kind']

const noRules: readonly Event[] = []

/** All rules of the account by name; there are few enough to load all of them. */
export const rulesQuery = queryOptions({
  queryKey: [...ruleKeys.all, 'rules'],
  queryFn: async ({ signal }) => {
    const query = { embed: ['permissions'] as const, sort: ['name'] }
    return collectPages(client.pages('list_events', { query }, { signal, size: 1000 }))
  },
})

export const useRules = (): readonly Event[] => useQuery(rulesQuery).data ?? noRules

export const ruleQuery = (id: number) =>
  queryOptions({
    queryKey: ruleKeys.one(id),
    queryFn: ({ signal }) =>
      client.call('read_event', { path: { _id: id }, query: { embed: ['permissions'] } }, { signal }),
  })

/** The rules that can be conditions of an existing rule. Disabled for a new rule, of which all rules can be. */
export const possibleConditionsQuery = (id: number | null) =>
  queryOptions({
    queryKey: [...ruleKeys.all, 'possible_conditions', id],
    queryFn: ({ signal }) =>
      client.call(
        'list_event_possible_conditions',
        { path: { _id: id ?? 0 }, query: { fields: ['id', 'name'], sort: ['name'], limit: 1000 } },
        { signal },
      ),
    enabled: id !== null,
  })

/** The escalation steps of a rule, in order of their delay. */
export const ruleStepsQuery = (rule: number) =>
  queryOptions({
    queryKey: [...ruleKeys.all, 'policy', rule],
    queryFn: ({ signal }) =>
      client.call(
        'list_event_escalations',
        {
          path: { _id: rule },
          query: { embed: ['contacts.name', 'contact_groups.name'], sort: ['delay', 'id'], limit: 1000 },
        },
        { signal },
      ),
  })
