import { setTimeout as wait } from 'node:timers/promises'
import { carrySeals } from '@wachta/evidence'
import { sql } from 'kysely'
import { arrive } from './arrive.ts'
import { copyArtifacts } from './copy-artifacts.ts'
import { copyHistory, getRecentStart } from './copy-history.ts'
import { copyLateChanges } from './copy-late-changes.ts'
import { depart } from './depart.ts'
import { finish } from './finish.ts'
import { assignToDestination, fenceTree, waitUntilDrained } from './hand-over.ts'
import { departedSchema, loadMove, type MoveContext, rejectOtherMove } from './move-context.ts'
import { redirectTree } from './redirect-tree.ts'
import { mapPackages, rejectImpossibleMove } from './reject-impossible-move.ts'

/**
 * Moves an account tree to another cell while it is monitored. Every step can be repeated, so an interrupted move
 * continues when it is run again. Until `arrive` it can be aborted; from then on the tree is in the destination.
 */
export async function moveTree(context: MoveContext, updateRouter: () => Promise<void>): Promise<void> {
  const { source, destination, tree, onStep: reportStep } = context
  const seals = { source: source.database, destination: destination.database, services: tree.services }
  const begun = await loadMove(source.database, tree.id)
  rejectOtherMove(context, begun)
  const isNew = begun === undefined || begun.step === 'arrived'
  const startTime = new Date()
  if (isNew) {
    await rejectImpossibleMove(context)
    await mapPackages(context)
    await copyArtifacts(context)
    await copyHistory(context)
    await carrySeals(seals)
    reportStep('history')
  }
  const handover = await fenceTree(context, startTime)
  await assignToDestination(context, handover)
  reportStep('fenced')
  if ((await loadMove(destination.database, tree.id))?.step !== 'arrived') {
    await waitUntilDrained(context, handover)
    // The first copy of an interrupted move was made by an earlier run, possibly days ago.
    const recentStart = getRecentStart(isNew ? startTime : begun.changed_at)
    const secondCopy = new Date()
    await copyArtifacts(context, recentStart)
    await copyHistory(context, recentStart)
    reportStep('drained')
    await depart(context)
    await copyLateChanges(context, secondCopy)
    reportStep('left')
    await arrive(context, await mapPackages(context, departedSchema(tree.id)))
  }
  reportStep('arrived')
  await redirectTree(context)
  await updateRouter()
  reportStep('led')
  await waitForSeals(context, handover)
  await carrySeals(seals)
  await finish(context, handover)
  reportStep('finished')
}

const sealPollMs = 250

/**
 * Waits until the source has sealed amended analyses again, so that the destination gets these seals. A reporter that
 * is down delays nothing, because `finish` waits for the same time anyway.
 */
async function waitForSeals({ source, tree, times }: MoveContext, handover: Date): Promise<void> {
  while (Date.now() < handover.getTime() + times.keptAfterEndMs) {
    const due = await source.database.query(
      sql`select from seal_due where service_id = any(${tree.services}::bigint[]) limit 1`,
    )
    if (due.length === 0) return
    await wait(sealPollMs)
  }
}
