import { useQuery } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import { useServiceTypes } from '../dictionaries/queries.ts'
import { countLimitedServices } from './limited-services.ts'
import { usageQuery } from './queries.ts'

/** The limits of the package, and how much of them is used. */
export function Usage({ account }: { readonly account: Account }) {
  const { t, formats } = useI18n()
  const types = useServiceTypes()
  const { data, error } = useQuery(usageQuery(account.id, account.package_id))
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} count={3} />
  const { stats, limits } = data
  const services = countLimitedServices(stats)
  if (!limits)
    return (
      <ScreenSection title={t('account.usage')} text={t('usage.unreadable')}>
        <p>{t('usage.watched', { count: services })}</p>
      </ScreenSection>
    )
  const facts: [label: string, value: string][] = [
    [t('usage.interval'), formats.duration(limits.minimum_interval)],
    [t('limits.maximum_sensors'), formats.number(limits.maximum_sensors)],
    [t('limits.maximum_sms_numbers'), formats.number(limits.maximum_sms_numbers)],
    [t('limits.monthly_reports_limit'), formats.number(limits.monthly_reports_limit)],
    [t('limits.maximum_requests_per_minute'), formats.number(limits.maximum_requests_per_minute)],
    [t('limits.can_force_custom_analyses'), t(limits.can_force_custom_analyses ? 'common.yes' : 'common.no')],
    [
      t('limits.available_service_types'),
      formats.list(
        limits.available_service_types.map(
          ({ service_type_id }) => types.get(service_type_id)?.name ?? service_type_id,
        ),
      ),
    ],
  ]
  return (
    <ScreenSection title={t('usage.title', { name: limits.name })} text={t('usage.text')}>
      <div className="grid max-w-xl gap-6">
        <UsageBar
          label={t('limits.maximum_services')}
          text={t('usage.of', { used: services, limit: limits.maximum_services })}
          used={services}
          limit={limits.maximum_services}
        />
        <section aria-labelledby="package-limits">
          <h3 id="package-limits" className="mb-2 font-semibold">
            {t('packages.limits')}
          </h3>
          <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[16rem_minmax(0,1fr)]">
            {facts.map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-muted max-sm:mt-1">{label}</dt>
                <dd>{value || '–'}</dd>
              </div>
            ))}
          </dl>
        </section>
        {stats.shared_services > 0 && (
          <p className="text-muted">{t('usage.shared', { count: stats.shared_services })}</p>
        )}
      </div>
    </ScreenSection>
  )
}
