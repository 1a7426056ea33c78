import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Service } from '@wachta/client'
import { type ReactNode, Suspense } from 'react'
import { type RangeName, rangeSeconds, shortRanges } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { LazyContent } from '../../app/shell/lazy-content.tsx'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { heartbeatType } from '../heartbeats/queries.ts'
import { ServiceIncident } from '../open-incidents/service-incident.tsx'
import { serviceQuery, statusQuery } from '../services/queries.ts'
import { StateSentence } from '../services/state-sentence.tsx'
import { KeyFigures } from './key-figures.tsx'
import { Overview } from './overview.tsx'
import { ServiceActions } from './service-actions.tsx'

const route = getRouteApi('/inside/framed/services/$id')
/** Parts of other tabs, or of some services only: loaded when needed. */
const Analyses = lazyPart(async () => (await import('../checks-and-history/analyses.tsx')).Analyses)
const LinkedAnalysis = lazyPart(async () => (await import('../checks-and-history/linked-analysis.tsx')).LinkedAnalysis)
const WhatIf = lazyPart(async () => (await import('../what-if/what-if.tsx')).WhatIfPanel)
const HeartbeatSection = lazyPart(async () => (await import('../heartbeats/heartbeat-section.tsx')).HeartbeatSection)
const WhoGetsNotified = lazyPart(async () => (await import('./who-gets-notified.tsx')).WhoGetsNotified)
const Settings = lazyPart(async () => (await import('../services/settings.tsx')).ServiceSettings)

const ArchivedNote = lazyPart(async () => (await import('../services/archived-note.tsx')).ArchivedNote)

/** The page of one service: its status, history and settings. */
export function ServicePage() {
  const { t } = useI18n()
  const id = Number(route.useParams().id)
  const { tab = 'overview', range: rangeName, analysis } = route.useSearch()
  const range = findRange(rangeName)
  const change = useSearchChange()
  const go = (next: { tab?: string; range?: RangeName }) =>
    change({ tab, range, ...next, analysis: '', open: '', page: '' })
  const { data: service, error, refetch } = useQuery(serviceQuery(id))
  const { data: status } = useQuery(statusQuery(id))
  useTitle(service?.name ?? t('nav.services'))
  if (!service)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const renderRange = (names: readonly RangeName[], value: RangeName) => (
    <SegmentedControl
      label={t('range.label')}
      value={value}
      choices={names.map((name) => ({ value: name, label: t(`range.${name}`) }))}
      onChoose={(next) => go({ range: next })}
    />
  )
  const shortRange = shortRanges.includes(range) ? range : 'month'
  return (
    <>
      <ServiceHeader service={service} />
      {service.is_archived && (
        <Suspense>
          <ArchivedNote service={service} />
        </Suspense>
      )}
      {status && (
        <StateSentence service={service} status={status}>
          <ServiceIncident id={service.id} subject={service.name} />
        </StateSentence>
      )}
      <KeyFigures service={service} />
      <Tabs
        label={service.name}
        value={tab}
        onChange={(next) => go({ tab: next })}
        tabs={[
          {
            id: 'overview',
            label: t('service.overview'),
            content: (
              <>
                {service.type_id === heartbeatType && <Heartbeat service={service} />}
                <Overview service={service} range={range} choice={renderRange(allRanges, range)} />
              </>
            ),
          },
          {
            id: 'analyses',
            label: t('service.analyses'),
            content: lazily(
              <>
                {analysis && <LinkedAnalysis key={analysis} id={id} analysis={analysis} />}
                <Analyses key={shortRange} id={id} range={shortRange} choice={renderRange(shortRanges, shortRange)} />
              </>,
            ),
          },
          {
            id: 'notifications',
            label: t('service.notifications'),
            content: lazily(<WhoGetsNotified service={service} />),
          },
          {
            id: 'what-if',
            label: t('service.whatIf'),
            content: lazily(
              <WhatIf service={service} range={shortRange} choice={renderRange(shortRanges, shortRange)} />,
            ),
          },
          { id: 'settings', label: t('service.settings'), content: lazily(<Settings service={service} />) },
        ]}
      />
    </>
  )
}

function ServiceHeader({ service }: { readonly service: Service }) {
  const { t } = useI18n()
  return (
    <PageHeader
      above={
        <>
          <Link to="/services" className="text-accent underline underline-offset-4">
            {t('nav.services')}
          </Link>
          {service.group?.name && <> / {service.group.name}</>}
        </>
      }
      title={service.name}
      below={
        <>
          {service.type?.name} · <span className="font-mono text-sm">{service.address}</span>
          {service.tags.length > 0 && (
            <div className="mt-1.5">
              <TagList label={t('tags.label')} tags={service.tags} />
            </div>
          )}
        </>
      }
      actions={<ServiceActions service={service} />}
    />
  )
}

function Heartbeat({ service }: { readonly service: Service }) {
  const { t } = useI18n()
  return (
    <div className="mb-8">
      <Suspense fallback={<SkeletonRows label={t('common.loading')} count={3} />}>
        <HeartbeatSection service={service} />
      </Suspense>
    </div>
  )
}

const lazily = (content: ReactNode) => <LazyContent>{content}</LazyContent>

const allRanges = Object.keys(rangeSeconds) as readonly RangeName[]

const findRange = (name: string | undefined): RangeName => allRanges.find((each) => each === name) ?? 'day'
