import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useSorting } from '../../app/shell/use-list-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useChannels, useLanguages } from '../dictionaries/queries.ts'
import { defaultTemplatesQuery } from './queries.ts'

/** The default texts of all channels and languages. */
export function DefaultTexts({ mayCreate }: { readonly mayCreate: boolean }) {
  const { t } = useI18n()
  const channels = useChannels()
  const languages = useLanguages()
  const { data, error } = useQuery(defaultTemplatesQuery)
  const order = useSorting(null, 'usual_sort')
  if (!data) return error ? <Failed error={error} /> : <Skeleton className="h-40" />
  const byChannel = [...Map.groupBy(data, ({ channel_id }) => channel_id)]
  return (
    <section aria-labelledby="usual">
      <h2 id="usual" className="mb-1 text-lg font-semibold">
        {t('template.usual')}
      </h2>
      <p className="mb-2 text-muted">{t(mayCreate ? 'template.usualText' : 'template.usualOnly')}</p>
      <Table
        {...order}
        caption={t('template.usual')}
        rows={byChannel}
        getKey={([channel]) => channel}
        empty={<EmptyState title={t('filters.nothing')}>{t('template.usualOnly')}</EmptyState>}
        columns={[
          {
            id: 'channel',
            header: t('address.channel'),
            className: 'max-w-0 w-full',
            compare: ([one], [other]) => one.localeCompare(other),
            cell: ([channel]) => (
              <TwoLines below={channels.get(channel)?.description}>
                <b className="font-medium">{channels.get(channel)?.name ?? channel}</b>
              </TwoLines>
            ),
          },
          {
            id: 'languages',
            header: t('template.open'),
            cell: ([channel, texts]) => (
              <span className="relative flex flex-wrap gap-x-3">
                {texts.map(({ language_id }) => (
                  <Link
                    key={language_id}
                    to="/templates/$id"
                    params={{ id: 'new' }}
                    search={{ channel, language: language_id }}
                    className="inline-flex min-h-8 items-center whitespace-nowrap text-accent underline underline-offset-4"
                  >
                    <span className="sr-only">{channels.get(channel)?.name ?? channel}: </span>
                    {languages.find(({ id }) => id === language_id)?.name ?? language_id}
                  </Link>
                ))}
              </span>
            ),
          },
        ]}
      />
    </section>
  )
}
