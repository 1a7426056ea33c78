import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Sensor, SensorStatus } from '@wachta/client'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useServiceTypes } from '../dictionaries/queries.ts'
import { useGroups } from '../groups/queries.ts'
import { listServicesOfSensor } from './health.ts'
import { HealthMark } from './health-mark.tsx'
import { sensorStatusQuery, sensorUsageQuery } from './queries.ts'
import { EnrolmentInstructions, SensorActions } from './sensor-actions.tsx'
import { sensorTexts } from './texts.ts'

interface SensorDetailsProps {
  readonly sensor: Sensor
  readonly onClose: () => void
}

/** The status of a sensor, the services that use it, and the actions of its owner. */
export function SensorDetails({ sensor, onClose }: SensorDetailsProps) {
  const { t } = useI18n()
  const [token, setToken] = useState<string | null>(null)
  return (
    // The token is shown only once, so a click outside must not close it.
    <Dialog open isForm={token !== null} onClose={onClose} title={sensor.name} closeLabel={t('common.close')}>
      {token === null ? (
        <div className="grid gap-5">
          <Facts sensor={sensor} />
          <SensorServices sensor={sensor} />
          <SensorActions sensor={sensor} onToken={setToken} onDeleted={onClose} />
        </div>
      ) : (
        <EnrolmentInstructions token={token} onDone={onClose} />
      )}
    </Dialog>
  )
}

function Facts({ sensor }: { readonly sensor: Sensor }) {
  const { t, formats } = useI18n()
  const texts = useTexts(sensorTexts)
  const { data: status } = useQuery(sensorStatusQuery(sensor.id))
  const formatOrDash = (value: number | null | undefined, text: (value: number) => string) =>
    value === null || value === undefined ? '–' : text(value)
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      <Fact name={t('column.state')}>
        <HealthMark sensor={sensor} />
        {status?.reason && <span className="text-muted"> ({status.reason})</span>}
      </Fact>
      <Fact name={texts('sensors.lastSeen')}>{status?.last_seen ? formats.exact(status.last_seen) : '–'}</Fact>
      <Fact name={texts('sensors.selfCheck')}>
        {texts(
          status?.self_check == null
            ? 'sensors.selfCheck.none'
            : status.self_check
              ? 'sensors.selfCheck.well'
              : 'sensors.selfCheck.failed',
        )}
      </Fact>
      <Fact name={texts('sensors.browser')}>
        <BrowserAbility status={status} />
      </Fact>
      {status?.hosts != null && <Fact name={texts('sensors.hosts')}>{formats.number(status.hosts)}</Fact>}
      <Fact name={texts('sensors.lag')}>{formatOrDash(status?.lag_ms, formats.milliseconds)}</Fact>
      <Fact name={texts('sensors.clock')}>
        {formatOrDash(status?.clock_offset_ms, (value) => `${formats.number(value)} ms`)}
      </Fact>
      <Fact name={texts('sensors.running')}>{formatOrDash(status?.running, (value) => formats.number(value))}</Fact>
      <Fact name={texts('sensors.waiting')}>{formatOrDash(status?.waiting, (value) => formats.number(value))}</Fact>
      <Fact name={texts('sensors.version')}>{status?.version ?? '–'}</Fact>
      <Fact name={texts('sensors.addresses')}>
        <span className="font-mono">{sensor.ip_addresses.join(', ') || '–'}</span>
      </Fact>
    </dl>
  )
}

/** Whether the sensor can run browser checks; if not, the reason that it reports, such as a missing program. */
function BrowserAbility({ status }: { readonly status: SensorStatus | undefined }) {
  const texts = useTexts(sensorTexts)
  if (status?.browser_able == null) return '–'
  if (status.browser_able) return texts('sensors.browser.able')
  return (
    <>
      {texts('sensors.browser.unable')}
      {status.browser_reason !== null && <span className="break-words text-muted"> ({status.browser_reason})</span>}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="max-sm:mb-1">{children}</dd>
    </>
  )
}

const maxNames = 30

function SensorServices({ sensor }: { readonly sensor: Sensor }) {
  const { t } = useI18n()
  const texts = useTexts(sensorTexts)
  const { data: allServices } = useQuery(sensorUsageQuery)
  const [groups, types] = [useGroups(), useServiceTypes()]
  if (!allServices) return null
  const usingServices = listServicesOfSensor(sensor, allServices, { groups, types })
  return (
    <section>
      <h3 className="mb-1 font-medium">{texts('sensors.usedBy', { count: usingServices.length })}</h3>
      <ul className="flex max-h-40 flex-wrap gap-x-4 overflow-y-auto text-sm">
        {usingServices.slice(0, maxNames).map(({ id, name }) => (
          <li key={id}>
            <Link to="/services/$id" params={{ id: String(id) }} className="inline-block py-0.5 text-accent underline">
              {name}
            </Link>
          </li>
        ))}
        {usingServices.length > maxNames && <li>{t('bulk.andMore', { count: usingServices.length - maxNames })}</li>}
      </ul>
    </section>
  )
}
