import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { WithCode } from '../../ui/with-code.tsx'
import { errorTypeQuery } from './queries.ts'

const route = getRouteApi('/inside/framed/errors/$id')

/** The page of one error type: its meaning, usual causes and next steps. */
export function ErrorPage() {
  const { t, language } = useI18n()
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(errorTypeQuery(Number(id), language))
  useTitle(data?.name ?? t('errors.title'))
  if (!data)
    return error ? (
      <Failed error={error} reset={() => void refetch()} goneText={t('errors.gone')} />
    ) : (
      <SkeletonRows label={t('common.loading')} />
    )
  const parts = [
    [t('errors.description'), data.description],
    [t('errors.diagnosis'), data.diagnosis],
    [t('errors.extra'), data.extra_info],
  ] as const
  return (
    <>
      <PageHeader
        above={
          <Link to="/errors" className="text-accent underline underline-offset-4">
            {t('errors.title')}
          </Link>
        }
        title={data.name}
        below={
          <>
            {t('errors.code')} <span className="font-mono text-sm">{data.id}</span>
            {data.categories?.map(({ id: category, name }) => (
              <span key={category}> · {name}</span>
            ))}
          </>
        }
      />
      <div className="grid max-w-prose gap-6">
        {parts
          .filter(([, text]) => text !== '')
          .map(([title, text]) => (
            <ScreenSection key={title} title={title}>
              <p className="whitespace-pre-line">
                <WithCode text={text} />
              </p>
            </ScreenSection>
          ))}
      </div>
    </>
  )
}
