import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useSorting } from '../../app/shell/use-list-search.ts'
import { buttonClass } from '../../ui/button.tsx'
import { compareNames } from '../../ui/by-name.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { useChannels, useLanguages } from '../dictionaries/queries.ts'
import { DefaultTexts } from './default-texts.tsx'
import { templatesQuery } from './queries.ts'

/** The templates of the account, and the default texts. */
export function Templates() {
  const { t } = useI18n()
  const channels = useChannels()
  const languages = useLanguages()
  const { data, error, refetch } = useQuery(templatesQuery)
  const order = useSorting({ column: 'name', descending: false })
  const mayCreate = useMay('create_templates') === true
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const getChannelName = (key: string) => channels.get(key)?.name ?? key
  const getLanguageName = (key: string) => languages.find(({ id }) => id === key)?.name ?? key
  const addButton = mayCreate && (
    <Link to="/templates/$id" params={{ id: 'new' }} className={buttonClass('primary')}>
      {t('template.new')}
    </Link>
  )
  return (
    <div className="grid gap-8">
      <section aria-labelledby="own">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
          <h2 id="own" className="text-lg font-semibold">
            {t('template.own')}
          </h2>
          {data.length > 0 && addButton}
        </div>
        <Table
          caption={t('template.own')}
          rows={data}
          getKey={({ id }) => String(id)}
          {...order}
          empty={
            <EmptyState title={t('template.emptyTitle')} action={addButton}>
              {t('template.empty')}
            </EmptyState>
          }
          columns={[
            {
              id: 'name',
              header: t('column.name'),
              compare: compareNames,
              className: 'max-w-0 w-full',
              cell: ({ id, name, channel_id }) => (
                <>
                  <Link
                    to="/templates/$id"
                    params={{ id: String(id) }}
                    data-primary
                    className="block truncate font-medium text-ink no-underline hover:underline"
                  >
                    {name}
                  </Link>
                  <span className="block truncate text-sm text-muted sm:hidden">{getChannelName(channel_id)}</span>
                </>
              ),
            },
            {
              id: 'channel',
              header: t('address.channel'),
              from: 'sm',
              className: 'whitespace-nowrap',
              compare: (one, other) => getChannelName(one.channel_id).localeCompare(getChannelName(other.channel_id)),
              cell: ({ channel_id }) => getChannelName(channel_id),
            },
            {
              id: 'language',
              header: t('contact.language'),
              compare: (one, other) => one.language_id.localeCompare(other.language_id),
              cell: ({ language_id }) => getLanguageName(language_id),
            },
          ]}
        />
      </section>
      <DefaultTexts mayCreate={mayCreate} />
    </div>
  )
}
