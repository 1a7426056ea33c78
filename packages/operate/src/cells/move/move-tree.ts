import { carrySeals } from '@wachta/evidence'
import { arrive } from './arrive.ts'
import { copyArtifacts } from './copy-artifacts.ts'
import { copyHistory } from './copy-history.ts'
import { depart } from './depart.ts'
import { finish } from './finish.ts'
import { announce, fenceTree, waitUntilDrained } from './hand-over.ts'
import { redirectTree } from './lead-tree.ts'
import { departedSchema, loadMove, type MoveContext } from './move-context.ts'
import { mapPackages, rejectImpossibleMove } from './refuse.ts'

/**
 * Moves an account tree to another cell while it is monitored. Every step can be repeated, so an interrupted move
 * continues when it is run again. Until `arrive` it can be aborted; from then on the tree is in the destination.
 */
export async function moveTree(context: MoveContext, updateRouter: () => Promise<void>): Promise<void> {
  const { source, destination, tree, onStep: reportStep } = context
  const seals = { source: source.database, destination: destination.database, services: tree.services }
  const begun = await loadMove(source.database, tree.id)
  if (begun === undefined || begun.step === 'arrived') {
    await rejectImpossibleMove(context)
    await mapPackages(context)
    await copyArtifacts(context, { onlyRecent: false })
    await copyHistory(context, { onlyRecent: false })
    await carrySeals(seals)
    reportStep('history')
  }
  const handover = await fenceTree(context)
  await announce(context, handover)
  reportStep('fenced')
  if ((await loadMove(destination.database, tree.id))?.step === 'arriving') {
    await waitUntilDrained(context, handover)
    await copyArtifacts(context, { onlyRecent: true })
    await copyHistory(context, { onlyRecent: true })
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
