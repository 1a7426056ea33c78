import { addMonitoringRevision, addStatusChanges, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { sql } from 'kysely'
import type { Stage } from './hostile-stage.ts'

/** Adds a browser scenario on a hostile page, with everything that such a page can make the browser record. */
export async function addHostileScenario({ api, account, give }: Stage, sensors: readonly number[]): Promise<number> {
  const time = Math.floor(Date.now() / 60_000) * 60_000 - 60_000
  const at = new Date(time)
  const names = give('step of a scenario', 20)
  const steps = names.map((name) => ({ name, actions: [{ screenshot: true }] }))
  const [made] = await api.owner.query(sql<{
    id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, interval, extended_settings, step_names)
select ${account}, id, 'browser_scenario', 'Scenario', 'https://example.com/', 600, ${JSON.stringify({ steps })}::jsonb, ${names}
from service_group where owner_id = ${account} limit 1 returning id`)
  const service = made?.id ?? 0
  await addStatusChanges(api.owner, service, [{ status: 'failure', start: at, end: null }])
  await addMonitoringRevision(api.owner, service, sensors, new Date(time - 86_400_000))
  const failed = { result: 'error', error_type_id: 1603, path_step: 2 } as const
  await storeAnalyses(api.owner, service, sensors, [
    { time, checks: sensors.map((sensor) => buildCheck(sensor, failed)) },
  ])
  const ran = names.map((_, place) => ({ step: place + 1, response_time: 100, data_size: 1 }))
  const metrics = { largest_contentful_paint: 1e12, cumulative_layout_shift: -5, sensor_cpu_usage: 1e9 }
  for (const sensor of sensors)
    await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, error_message, metrics, step_data)
values (${service}, ${at}, ${sensor}, 'failed', ${JSON.stringify(metrics)}::jsonb, ${JSON.stringify(ran)}::jsonb)`)
  for (const [id, content] of Object.entries(contentsOf(give, at))) {
    const key = `evidence/${service}/${id.replaceAll('_', '-')}`
    await api.objects.put(key, Buffer.from(content))
    await api.owner.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service}, ${at}, ${sensors[0]}, ${id}, ${key}, 'text/html', ${`${id}.html`}, ${content.length}, false, now())`)
  }
  return service
}

function contentsOf(give: Stage['give'], at: Date): Readonly<Record<string, string>> {
  const [titles, errors] = [give('title of a step', 5, 150), give('error of a request', 30, 150)]
  const entries = give('request of a browser', 30).map((url, place) => ({
    pageref: String(place % titles.length),
    startedDateTime: at.toISOString(),
    time: place % 2 === 0 ? 1e300 : -1,
    request: { method: url, url },
    response: { status: 200, content: { mimeType: errors[place] }, _error: errors[place], _transferSize: 1e300 },
    timings: { blocked: 1e300, wait: -1e300, ssl: url },
    serverIPAddress: errors[place],
    _resourceType: url,
  }))
  const pages = titles.map((title, place) => ({ id: String(place), title, startedDateTime: at.toISOString() }))
  const texts = give('message of a console', 60)
  const messages = texts.map((text) => `error: ${text}`)
  // This is not a picture, so nothing of it is shown.
  const page = `<html><script>alert(1)</script>${texts[0]}`
  return {
    har: JSON.stringify({ log: { pages, entries } }),
    console_log: messages.join('\n'),
    filmstrip: JSON.stringify({ frames: messages.map((image, place) => ({ at: -place, image })) }),
    screenshot: page,
    screenshot_step_1: page,
    screenshot_step_2: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  }
}
