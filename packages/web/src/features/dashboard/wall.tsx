import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Incident } from '@wachta/client'
import { useMemo } from 'react'
import { useLiveness } from '../../app/client/liveness.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { ConnectionBanner } from '../../app/shell/connection-banner.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { LiveMark } from '../../app/shell/live-mark.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useErrorTypes } from '../error-types/queries.ts'
import { IncidentBadge } from '../open-incidents/incident-badge.tsx'
import { useOpenFailures } from '../open-incidents/use-open-incidents.ts'
import { statusesQuery, type Watched } from '../services/queries.ts'
import { describeService } from '../services/sentence.ts'
import { byUrgency, counted, shownState, states } from '../services/state.ts'

/** More names than this are unreadable across a room; the rest is shown as a number. */
const maxQuiet = 120
const maxLoud = 12

/** A view for a wall monitor: problems large, everything else small. It updates itself and needs no scrolling. */
export function Wall() {
  const { t, formats } = useI18n()
  useTitle(t('wall.title'))
  const now = useNow(1000)
  const isLive = useLiveness().kind === 'live'
  const { data, error, dataUpdatedAt } = useQuery({ ...statusesQuery, refetchIntervalInBackground: true })
  const all = useMemo(() => data?.toSorted(byUrgency) ?? [], [data])
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  const counts = counted(all)
  const loud = all.filter((each) => ['failure', 'unknown'].includes(shownState(each)))
  const quiet = all.slice(loud.length)
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] gap-6 p-5 lg:p-8">
      <div>
        <ConnectionBanner />
        <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <h1 className="sr-only">{t('wall.title')}</h1>
          <p className="text-4xl font-semibold lg:text-6xl">{formats.clock(now)}</p>
          <ul className="flex flex-wrap gap-x-8 gap-y-2 text-xl lg:text-2xl">
            {states.map((state) => (
              <li key={state} className={`flex items-baseline gap-3 ${counts[state] === 0 ? 'opacity-75' : ''}`}>
                <b className="text-3xl font-semibold lg:text-4xl">{formats.number(counts[state])}</b>
                <StatusMark status={state} word={t(`counters.${state}`)} large />
              </li>
            ))}
          </ul>
        </header>
      </div>
      <main className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
        <Loud services={loud} now={now} />
        <ul
          className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-x-6 gap-y-1.5 text-lg"
          aria-label={t('wall.quiet')}
        >
          {quiet.slice(0, maxQuiet).map((each) => (
            <li key={each.id} className="flex min-w-0 items-center gap-2">
              <StatusMark status={shownState(each)} />
              <span className="truncate">{each.name}</span>
              <span className="sr-only">{t(`state.${shownState(each)}`)}</span>
            </li>
          ))}
        </ul>
        {quiet.length > maxQuiet && <p className="text-muted">{t('wall.more', { count: quiet.length - maxQuiet })}</p>}
      </main>
      <footer className="flex items-center justify-between gap-3 text-muted">
        <span className="flex flex-wrap items-center gap-x-4">
          <LiveMark />
          {t('wall.updated', { time: formats.clock(isLive ? now : new Date(dataUpdatedAt)) })}
        </span>
        <span className="flex gap-2">
          <Button size="small" onClick={() => void toggleFullScreen()}>
            <Icon name="expand" />
            {t('wall.fullScreen')}
          </Button>
          <Link to="/" className={buttonClass('secondary', 'small')}>
            {t('wall.leave')}
          </Link>
        </span>
      </footer>
    </div>
  )
}

function Loud({ services, now }: { readonly services: readonly Watched[]; readonly now: Date }) {
  const { t, formats } = useI18n()
  const errorTypes = useErrorTypes()
  const incidents = useOpenFailures()
  if (services.length === 0) return <p className="py-6 text-3xl text-ok lg:text-5xl">{t('wall.allWell')}</p>
  return (
    <>
      <ul
        aria-live="polite"
        aria-label={t('wall.loud')}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 xl:grid-cols-2"
      >
        {services.slice(0, maxLoud).map((each) => (
          <li
            key={each.id}
            className={`rounded-md border-l-8 px-5 py-4 ${each.status === 'failure' ? 'border-failure-fill bg-failure-soft' : 'border-unknown-fill bg-unknown-soft'}`}
          >
            <p className="flex flex-wrap items-center justify-between gap-x-4 text-2xl font-semibold lg:text-3xl">
              <span className="truncate">{each.name}</span>
              <StatusMark status={each.status} word={t(`state.${each.status}`)} large />
            </p>
            <p className="text-lg lg:text-xl">{describeService(each, { t, formats, errorTypes, now })}</p>
            <Owner incident={incidents.get(each.id)} subject={each.name} />
          </li>
        ))}
      </ul>
      {services.length > maxLoud && <p className="text-xl">{t('wall.more', { count: services.length - maxLoud })}</p>}
    </>
  )
}

function Owner({ incident, subject }: { readonly incident: Incident | undefined; readonly subject: string }) {
  return incident && <IncidentBadge incident={incident} subject={subject} />
}

const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
