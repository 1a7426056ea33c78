import { useQuery } from '@tanstack/react-query'
import type { StatusPageComponent, StatusPagePost } from '@wachta/client'
import { getComponentStatus, getPageIndicator, type MeasuredComponent } from '@wachta/status-page'
import { openIncidentsQuery } from '../open-incidents/queries.ts'
import { type ServiceWithStatus, statusesQuery } from '../services/queries.ts'
import { allComponentsQuery, openPostsQuery } from './queries.ts'

type ShownComponentStatus = NonNullable<StatusPageComponent['manual_status']>
type ShownPageStatus = ReturnType<typeof getPageIndicator>

interface CurrentStatus {
  readonly services: readonly ServiceWithStatus[]
  /** The services with an open incident that is not a failure. */
  readonly degraded: ReadonlySet<number>
  /** The services with an open incident that is a failure. */
  readonly failing: ReadonlySet<number>
}

/** Returns a function that says how a component is doing now; undefined while that is not known. */
export function useComponentStatus(): ((component: StatusPageComponent) => ShownComponentStatus) | undefined {
  const { data: services } = useQuery(statusesQuery)
  const { data: incidents } = useQuery(openIncidentsQuery)
  if (!services || !incidents) return undefined
  const serviceIncidents = Map.groupBy(
    incidents.filter(({ sensor_id }) => sensor_id === null),
    ({ kind }) => (kind === 'failure' ? 'failing' : 'degraded'),
  )
  const getIds = (effect: 'failing' | 'degraded') =>
    new Set(serviceIncidents.get(effect)?.map(({ service_id }) => service_id))
  const current = { services, degraded: getIds('degraded'), failing: getIds('failing') }
  return (component) => getComponentStatus(toMeasuredComponent(component, current))
}

/** Returns a function that describes the overall status of a page, from its measurements and its posts. */
export function usePageStatus(): ((page: number) => ShownPageStatus) | undefined {
  const getStatus = useComponentStatus()
  const { data: components } = useQuery(allComponentsQuery)
  const { data: posts } = useQuery(openPostsQuery)
  if (!getStatus || !components || !posts) return undefined
  return (page) =>
    getPageIndicator({
      sections: [{ components: filterByPage(components, page).map((each) => ({ status: getStatus(each) })) }],
      posts: filterByPage(posts, page).filter(({ is_draft }) => !is_draft),
    })
}

export const filterByPage = <Row extends Pick<StatusPagePost, 'status_page_id'>>(
  rows: readonly Row[],
  page: number,
): Row[] => rows.filter(({ status_page_id }) => status_page_id === page)

const toMeasuredComponent = (
  component: StatusPageComponent,
  { services, degraded, failing }: CurrentStatus,
): MeasuredComponent => ({
  manualStatus: component.manual_status,
  groupRule: component.group_rule,
  groupShare: component.group_share,
  services: services
    .filter(({ id, group_id }) => id === component.service_id || group_id === component.group_id)
    .map(({ id, status, is_suspended, is_silenced }) => ({
      status,
      isInMaintenance: is_suspended || is_silenced,
      isFailing: failing.has(id),
      isDegraded: degraded.has(id),
    })),
})
