import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addSensors, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { sql } from 'kysely'
import { callTool, type Installation, startInstallation } from './support/installation.ts'

let installation: Installation

before(async () => {
  installation = await startInstallation()
})
after(() => installation[Symbol.asyncDispose]())

/** Lets sensors check the shop, and returns them in order. */
async function assignSensors(count: number): Promise<number[]> {
  const { service, shop } = installation
  const sensors = [service.sensorId, ...(await addSensors(service.api.owner, count - 1))]
  await service.api.owner.query(sql`update service_revision set sensor_ids = ${sensors} where service_id = ${shop}`)
  return sensors
}

test('of an analysis by many sensors, the failed check is found, wherever its sensor is in the list', async () => {
  const { service, shop } = installation
  const sensors = await assignSensors(12)
  const failing = sensors.at(-1) ?? 0
  const time = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000)
  const checks = sensors.map((id) => buildCheck(id, id === failing ? { result: 'error' } : {}))
  await storeAnalyses(service.api.owner, shop, sensors, [{ time: time.getTime(), checks }])
  const analysis_id = time.toISOString().replaceAll(/\D/g, '').slice(2)
  const client = await installation.connect(await installation.key(['services:read', 'sensors:read']))
  const found = await callTool(client, 'get_check_evidence', { service: 'Shop', analysis_id })
  assert.deepEqual([found.sensor_id, found.result], [failing, 'error'])
  const named = await callTool(client, 'get_check_evidence', { service: 'Shop', analysis_id, sensor_id: failing })
  assert.equal(named.sensor_id, failing)
  await client.close()
})

test('a check that less than half of the sensors answered has no verdict', async () => {
  const { service, shop } = installation
  const sensors = await assignSensors(4)
  const client = await installation.connect(await installation.key(['services:read', 'checks:write']))
  const verdictOf = async (answered: number) => {
    const pending = callTool(client, 'check_now', { service: 'Shop' })
    const time = await waitForOrder()
    const checks = sensors.slice(0, answered).map((id) => buildCheck(id))
    await storeAnalyses(service.api.owner, shop, sensors, [{ time, kind: 'f', checks }])
    const { result, ok_sensors, unknown_sensors } = await pending
    return [result, ok_sensors, unknown_sensors]
  }
  assert.deepEqual(await verdictOf(1), ['unknown', 1, 3])
  assert.deepEqual(await verdictOf(2), ['up', 2, 2])
  await client.close()
})

/** Waits for a manual check that has no analysis yet, and returns its time. */
async function waitForOrder(): Promise<number> {
  for (;;) {
    const [order] = await installation.service.api.owner.query(sql<{ time: Date }>`select f.time from forced_analysis f
where not exists (select from analysis a where a.service_id = f.service_id and a.time = f.time)`)
    if (order) return order.time.getTime()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
