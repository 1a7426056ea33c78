import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useLiveness } from '../../app/client/liveness.ts'
import { useMe } from '../../app/client/me.ts'
import { useAccountZone, useI18n } from '../../app/i18n/language.tsx'
import { ConnectionBanner } from '../../app/shell/connection-banner.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { LiveMark } from '../../app/shell/live-mark.tsx'
import { useSearchChange } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useFit } from '../../ui/use-fit.ts'
import { useNow } from '../../ui/use-now.ts'
import { useGroups } from '../groups/queries.ts'
import { findCustomers } from '../services/customers.ts'
import { type ServiceWithStatus, statusesQuery } from '../services/queries.ts'
import { countStates, isUnassigned, states } from '../services/state.ts'
import { WallProblems } from './wall-problems.tsx'
import { WallSections } from './wall-sections.tsx'

const route = getRouteApi('/inside/wall')

/** The levels of detail: all services by name; services without a problem only as counts; problems without causes. */
const detailLevels = ['names', 'counts', 'terse'] as const

/** A view for a wall monitor: problems large, everything else small. It updates itself and needs no scrolling. */
export function Wall() {
  const { t } = useI18n()
  useTitle(t('wall.title'))
  // On other screens, the frame sets the time zone.
  useAccountZone(useMe().data?.time_zone?.name)
  const now = useNow(1000)
  const { data, error, dataUpdatedAt } = useQuery({ ...statusesQuery, refetchIntervalInBackground: true })
  const all = useMemo(() => data ?? [], [data])
  const groups = useGroups()
  const customers = useMemo(() => findCustomers(groups, all), [groups, all])
  const wallRef = useFit(detailLevels)
  if (!data)
    return <Backdrop>{error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />}</Backdrop>
  return (
    <Backdrop>
      <WallHeader services={all} now={now} />
      <main ref={wallRef} className="group/wall min-h-0 overflow-y-auto">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-[0.9em] text-lg leading-[1.35]">
          {all.length === 0 && <p className="py-[0.6em] text-[1.7em] text-muted">{t('dashboard.emptyTitle')}</p>}
          {all.length > 0 && <WallProblems services={all.filter(isProblem)} customers={customers} now={now} />}
          <WallSections services={all} customers={customers} quiet={all.filter((each) => !isProblem(each))} />
        </div>
      </main>
      <WallFooter updated={new Date(dataUpdatedAt)} now={now} />
    </Backdrop>
  )
}

/** A service without a sensor has never been checked; it is listed, but not as a problem. */
const isProblem = (service: ServiceWithStatus): boolean =>
  service.status === 'failure' || (service.status === 'unknown' && !isUnassigned(service))

/**
 * Fills the window. It is dark in every theme of the app unless the URL says otherwise, because a bright wall display
 * lights up a room.
 */
function Backdrop({ children }: { readonly children: ReactNode }) {
  const { theme } = route.useSearch()
  return (
    <div
      className={`grid min-h-dvh grid-rows-[auto_1fr_auto] gap-4 p-5 lg:h-dvh lg:gap-[2.2vh] lg:px-[2.2vw] lg:py-[2.4vh] ${theme === 'light' ? 'wall-light' : 'wall-dark'}`}
    >
      {children}
    </div>
  )
}

function WallHeader({ services, now }: { readonly services: readonly ServiceWithStatus[]; readonly now: Date }) {
  const { t, formats } = useI18n()
  const counts = countStates(services)
  return (
    <div>
      <ConnectionBanner isLarge />
      <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h1 className="sr-only">{t('wall.title')}</h1>
        <p className="text-4xl leading-none font-semibold tabular-nums lg:text-[6vh]">{formats.clock(now)}</p>
        <ul className="flex flex-wrap gap-x-[1.2em] gap-y-1 text-lg lg:text-[3vh]">
          {states.map((state) => (
            <li key={state} className={`flex items-baseline gap-[0.4em] ${counts[state] === 0 ? 'opacity-75' : ''}`}>
              <b className="text-[1.5em] leading-none font-semibold">{formats.number(counts[state])}</b>
              <StatusMark status={state} text={t(`counters.${state}`, { count: counts[state] })} large />
            </li>
          ))}
        </ul>
      </header>
    </div>
  )
}

function WallFooter({ updated, now }: { readonly updated: Date; readonly now: Date }) {
  const { t, formats } = useI18n()
  const change = useSearchChange()
  const { theme } = route.useSearch()
  const isLive = useLiveness().kind === 'live'
  return (
    <footer className="flex flex-wrap items-center justify-between gap-3 text-muted">
      <span className="flex flex-wrap items-center gap-x-4 lg:text-[2vh] lg:[&_p]:text-[1em]">
        <LiveMark />
        {t('wall.updated', { time: formats.clock(isLive ? now : updated) })}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => change({ theme: theme === 'light' ? '' : 'light' })}>
          {t(theme === 'light' ? 'wall.dark' : 'wall.light')}
        </Button>
        {/* Phones cannot show a page in full screen. */}
        {document.fullscreenEnabled && (
          <Button size="small" onClick={() => void toggleFullScreen()}>
            <Icon name="expand" />
            {t('wall.fullScreen')}
          </Button>
        )}
        <Link to="/" className={buttonClass('secondary', 'small')}>
          {t('wall.leave')}
        </Link>
      </span>
    </footer>
  )
}

const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
