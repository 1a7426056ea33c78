import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Sensor } from '@wachta/client'
import { useMay, useMe } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSearchChange, useSorting } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { compareNames } from '../../ui/by-name.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { useNow } from '../../ui/use-now.ts'
import { compareHealth } from './health.ts'
import { HealthMark } from './health-mark.tsx'
import { sensorStatusQuery, sensorsWithPermissionsQuery, useHealths, useLatencies } from './queries.ts'
import { SensorDetails } from './sensor-details.tsx'
import { SensorForm } from './sensor-form.tsx'
import { SensorMap } from './sensor-map.tsx'
import { sensorTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/sensors')

/** The sensors with their health, and the addresses that a firewall has to allow. */
export function SensorsPage() {
  const { t } = useI18n()
  const texts = useTexts(sensorTexts)
  useTitle(t('nav.sensors'))
  const { data: sensors, error, refetch } = useQuery(sensorsWithPermissionsQuery)
  const order = useSorting({ column: 'state', descending: false })
  const { sensor: selectedId } = route.useSearch()
  const change = useSearchChange()
  const select = (sensor: number | 'new' | null) => change({ sensor: String(sensor ?? '') })
  const columns = useSensorColumns(sensors ?? [], select)
  const { data: me } = useMe()
  const mayAdd = useMay('create_groups')
  const addButton = mayAdd && <Button onClick={() => select('new')}>{texts('sensors.add')}</Button>
  const selected = sensors?.find(({ id }) => String(id) === selectedId)
  if (!sensors)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <>
      <PageHeader title={t('nav.sensors')} below={texts('sensors.text')} actions={addButton} />
      <SensorMap sensors={sensors} onOpen={select} />
      <Table
        {...order}
        caption={t('nav.sensors')}
        rows={sensors}
        getKey={({ id }) => String(id)}
        empty={
          <EmptyState title={texts('sensors.emptyTitle')} example={texts('sensors.example')} action={addButton}>
            {texts('sensors.empty')}
          </EmptyState>
        }
        columns={columns}
      />
      {selectedId === 'new' && mayAdd && me && (
        <SensorForm owner={me.parent_account_id ?? me.id} onClose={() => select(null)} />
      )}
      {selected && <SensorDetails sensor={selected} onClose={() => select(null)} />}
    </>
  )
}

function useSensorColumns(sensors: readonly Sensor[], onOpen: (id: number) => void): readonly Column<Sensor>[] {
  const { t, language, formats } = useI18n()
  const texts = useTexts(sensorTexts)
  const latencies = useLatencies()
  const healths = useHealths(sensors)
  const healthById = new Map(sensors.map(({ id }, index) => [id, healths[index]]))
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  return [
    {
      id: 'name',
      header: t('column.name'),
      compare: compareNames,
      className: 'max-w-0 w-full md:w-1/4',
      cell: ({ id, name }) => (
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="block min-h-8 max-w-full truncate text-left font-medium hover:underline"
        >
          {name}
        </button>
      ),
    },
    {
      id: 'state',
      header: t('column.state'),
      compare: (one, other) =>
        compareHealth(healthById.get(one.id), healthById.get(other.id)) || compareNames(one, other),
      cell: (sensor) => <HealthMark sensor={sensor} />,
    },
    {
      id: 'location',
      header: texts('sensors.location'),
      from: 'md',
      cell: ({ location, country_code }) =>
        [location, country_code && countries.of(country_code)].filter(Boolean).join(', '),
    },
    {
      id: 'latency',
      header: texts('sensors.latency'),
      from: 'md',
      isNumber: true,
      compare: (one, other) => (latencies.get(one.id) ?? Infinity) - (latencies.get(other.id) ?? Infinity),
      cell: ({ id }) => formats.milliseconds(latencies.get(id) ?? null),
    },
    {
      id: 'seen',
      header: texts('sensors.lastSeen'),
      from: 'sm',
      isNumber: true,
      cell: (sensor) => <LastSeen sensor={sensor} />,
    },
    {
      id: 'owner',
      header: texts('sensors.kind'),
      from: 'sm',
      className: 'whitespace-nowrap',
      cell: ({ owner_id }) => (owner_id === null ? texts('sensors.public') : t('sensors.private')),
    },
    {
      id: 'addresses',
      header: texts('sensors.addresses'),
      from: 'lg',
      cell: ({ ip_addresses }) => <span className="font-mono text-sm">{ip_addresses.join(', ') || '–'}</span>,
    },
  ]
}

function LastSeen({ sensor }: { readonly sensor: Sensor }) {
  const { formats } = useI18n()
  const now = useNow()
  const { data } = useQuery(sensorStatusQuery(sensor.id))
  return <span className="whitespace-nowrap">{data?.last_seen ? formats.ago(data.last_seen, now) : '–'}</span>
}
