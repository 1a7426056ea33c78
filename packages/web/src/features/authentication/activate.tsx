import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError } from '@wachta/client'
import { client, errorText } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Entrance } from './entrance.tsx'

const route = getRouteApi('/activate')

/** The target of the link in the activation e-mail. */
export function Activate() {
  const { t } = useI18n()
  const { token = '', account_id = '' } = route.useSearch()
  const { isSuccess, error } = useQuery({
    queryKey: ['activate', account_id, token],
    queryFn: ({ signal }) =>
      client.call('activate_account', { path: { _id: account_id || '0' }, query: { token: token || '-' } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Entrance title={t('activate.title')}>
      <p role="status">{isSuccess ? t('activate.done') : error ? '' : t('common.loading')}</p>
      {error && (
        <p role="alert" className="text-failure">
          <span aria-hidden="true">▲ </span>
          {errorText(error)}
        </p>
      )}
      {error instanceof ApiError && (
        <>
          <p>{t('activate.newLink')}</p>
          <Link to="/forgotten-password" className={buttonClass('primary')}>
            {t('forgotten.title')}
          </Link>
        </>
      )}
      <Link to="/sign-in" className={buttonClass(isSuccess ? 'primary' : 'secondary')}>
        {t('activate.go')}
      </Link>
    </Entrance>
  )
}
