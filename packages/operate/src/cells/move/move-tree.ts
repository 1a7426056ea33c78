import { carrySeals } from '@wachta/evidence'
import { arrive } from './arrive.ts'
import { copyArtifacts } from './copy-artifacts.ts'
import { copyHistory } from './copy-history.ts'
import { depart } from './depart.ts'
import { finish } from './finish.ts'
import { announce, fenceTree, waitUntilDrained } from './hand-over.ts'
import { leadTree } from './lead-tree.ts'
import { departedSchema, loadMove, type MoveContext } from './move-context.ts'
import { mapPackages, refuseImpossible } from './refuse.ts'

/**
 * Moves an account tree to another cell while it is watched. Every step can be repeated, so an interrupted move
 * continues when it is run again. Until `arrive` it can be aborted; from then on the tree is in the destination.
 */
export async function moveTree(context: MoveContext, updateRouter: () => Promise<void>): Promise<void> {
  const { source, destination, tree, say } = context
  const seals = { source: source.database, destination: destination.database, services: tree.services }
  const begun = await loadMove(source.database, tree.id)
  if (begun === undefined || begun.step === 'arrived') {
    await refuseImpossible(context)
    await mapPackages(context)
    await copyArtifacts(context, { onlyRecent: false })
    await copyHistory(context, { onlyRecent: false })
    await carrySeals(seals)
    say('history')
  }
  const handover = await fenceTree(context)
  await announce(context, handover)
  say('fenced')
  if ((await loadMove(destination.database, tree.id))?.step === 'arriving') {
    await waitUntilDrained(context, handover)
    await copyArtifacts(context, { onlyRecent: true })
    await copyHistory(context, { onlyRecent: true })
    say('drained')
    await depart(context)
    say('left')
    await arrive(context, await mapPackages(context, departedSchema(tree.id)))
  }
  say('arrived')
  await leadTree(context)
  await updateRouter()
  say('led')
  await carrySeals(seals)
  await finish(context, handover)
  say('finished')
}
