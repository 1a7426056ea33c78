import type { StatusPageComponent, StatusPageSubscriber } from '@wachta/client'
import type { subscriberScreenTexts } from './subscriber-texts.ts'

type SubscriberTexts = (typeof subscriberScreenTexts)['en']

/** The public names of the components that a subscriber chose; none if it gets everything. */
export const listComponentNames = (
  { component_ids }: Pick<StatusPageSubscriber, 'component_ids'>,
  components: readonly Pick<StatusPageComponent, 'id' | 'name'>[],
): string[] => components.filter(({ id }) => component_ids.includes(id)).map(({ name }) => name)

/** Subscribers as the rows of a file, below their headings. */
export const toSubscriberRows = (
  subscribers: readonly StatusPageSubscriber[],
  components: readonly Pick<StatusPageComponent, 'id' | 'name'>[],
  texts: SubscriberTexts,
): string[][] => [
  [
    texts('address'),
    texts('channel'),
    texts('state'),
    texts('components'),
    texts('language'),
    texts('created'),
    texts('reason'),
  ],
  ...subscribers.map((each) => [
    each.address,
    texts(`channel.${each.channel_id}`),
    texts(`state.${each.state}`),
    each.component_ids.length === 0 ? texts('allComponents') : listComponentNames(each, components).join('; '),
    each.language,
    each.created_at,
    each.reason ?? '',
  ]),
]
