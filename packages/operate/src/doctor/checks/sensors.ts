import type { LocalizedText } from '@wachta/cli'
import { minReferenceNetworks } from '@wachta/domain'
import { sql } from 'kysely'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

interface SensorRow {
  readonly name: string
  readonly is_heard: boolean
  readonly self_check: boolean | null
  readonly reference_networks: number | null
  readonly disk_fault: boolean
}

/** The maximum number of sensor names that are printed; `wachta admin sensors list` shows the others. */
const maxNames = 5

export const sensorsCheck: HealthCheck = {
  name: 'sensors',
  title: localized('Sensors', 'Sensory'),
  needs: ['schema'],
  async run(context) {
    const rows = await context
      .database()
      .query(sql<SensorRow>`select s.name, coalesce(t.last_seen > now() - interval '1 minute', false) as is_heard,
  (t.report->>'self_check')::boolean as self_check, (t.report->>'reference_networks')::int as reference_networks,
  coalesce((t.report->>'disk_fault')::boolean, false) as disk_fault
from sensor s left join sensor_state t on t.sensor_id = s.id where s.is_active order by s.id`)
    const found = judgeSensors(rows)
    if (found.length > 0) return found
    if (rows.length === 0) return ok('There are no sensors yet.', 'Nie ma jeszcze żadnego sensora.')
    return ok(
      `All ${rows.length} sensors are online and work.`,
      `Wszystkie sensory (${rows.length}) się zgłaszają i działają poprawnie.`,
    )
  },
}

/** Describes the problems of enabled sensors and what to do about them. */
function judgeSensors(rows: readonly SensorRow[]): Finding[] {
  const silent = rows.filter(({ is_heard }) => !is_heard)
  const heard = rows.filter(({ is_heard }) => is_heard)
  const cutOff = heard.filter(({ self_check }) => self_check === false)
  const withDiskFault = heard.filter(({ disk_fault }) => disk_fault)
  const uncertain = heard.filter(({ reference_networks: known }) => known !== null && known < minReferenceNetworks)
  return [
    ...describeSensors(silent, silent.length === rows.length ? problem : warning, (names) => [
      localized(
        `These sensors have sent no heartbeat for a minute: ${names}.`,
        `Te sensory nie zgłaszają się od minuty: ${names}.`,
      ),
      localized(
        'Start them, or disable them in Wachta if they are no longer used.',
        'Uruchom je albo wyłącz w Wachcie, jeśli nie są już używane.',
      ),
    ]),
    ...describeSensors(cutOff, problem, (names) => [
      localized(
        `These sensors cannot reach their reference targets, so their errors count as unknown: ${names}.`,
        `Te sensory nie mają łączności z hostami referencyjnymi, więc ich błędy liczą się jako nieznane: ${names}.`,
      ),
      localized(
        'Check the network of the machine; if a firewall blocks the targets, set SENSOR_ANCHORS to hosts that it can reach.',
        'Sprawdź sieć maszyny; jeśli zapora odcina te hosty, ustaw SENSOR_ANCHORS na osiągalne.',
      ),
    ]),
    ...describeSensors(withDiskFault, problem, (names) => [
      localized(
        `These sensors cannot write results to their disk. They send them from memory, and a restart would lose those not sent yet: ${names}.`,
        `Te sensory nie mogą zapisywać wyników na dysku. Wysyłają je z pamięci, a ponowne uruchomienie usunęłoby niewysłane: ${names}.`,
      ),
      localized(
        'Free space on the disk of SENSOR_DIRECTORY, or replace it. Do not restart the sensor before that.',
        'Zwolnij miejsce na dysku SENSOR_DIRECTORY albo wymień go. Wcześniej nie uruchamiaj sensora ponownie.',
      ),
    ]),
    ...describeSensors(uncertain, warning, (names) => [
      localized(
        `Reference targets answered in fewer than ${minReferenceNetworks} networks, so a cut uplink may look like failing services: ${names}.`,
        `Hosty referencyjne odpowiedziały w mniej niż ${minReferenceNetworks} sieciach, więc zerwane łącze może wyglądać jak awaria usług: ${names}.`,
      ),
      localized(
        'Set SENSOR_ANCHORS on these sensors to hosts in three networks that they can reach, or to none if this is intended.',
        'Ustaw na tych sensorach SENSOR_ANCHORS na osiągalne hosty w trzech sieciach albo na none, jeśli tak ma być.',
      ),
    ]),
  ]
}

function describeSensors(
  rows: readonly SensorRow[],
  judge: (message: LocalizedText, todo: LocalizedText) => Finding,
  describe: (names: string) => readonly [LocalizedText, LocalizedText],
): Finding[] {
  if (rows.length === 0) return []
  const names = rows.slice(0, maxNames).map(({ name }) => name)
  const moreText = rows.length > maxNames ? ` (+${rows.length - maxNames})` : ''
  return [judge(...describe(`${names.join(', ')}${moreText}`))]
}
