import { carrySeals } from '@wachta/evidence'
import { arrive } from './arrive.ts'
import { copyArtifacts } from './copy-artifacts.ts'
import { copyHistory } from './copy-history.ts'
import { depart } from './depart.ts'
import { finish } from './finish.ts'
import { announce, fenceTree, waitUntilDrained } from './hand-over.ts'
import { redirectTree } from './lead-tree.ts'
import { departedSchema, loadMove, type MoveContext, rejectOtherMove } from './move-context.ts'
import { mapPackages, rejectImpossibleMove } from './refuse.ts'

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
  const handover = await fenceTree(context)
  await announce(context, handover)
  reportStep('fenced')
  if ((await loadMove(destination.database, tree.id))?.step !== 'arrived') {
    await waitUntilDrained(context, handover)
    // The earlier run of a move that goes on copied first, and then set the handover.
    const firstCopy = isNew ? startTime : handover
    await copyArtifacts(context, firstCopy)
    await copyHistory(context, firstCopy)
    reportStep('drained')
    await depart(context)
    reportStep('left')
    await arrive(context, await mapPackages(context, departedSchema(tree.id)))
  }
  reportStep('arrived')
  await redirectTree(context)
  await updateRouter()
  reportStep('led')
  await carrySeals(seals)
  await finish(context, handover)
  reportStep('finished')
}
