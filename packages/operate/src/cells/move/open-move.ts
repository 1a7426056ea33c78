import { loadCellNumber } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import { openCell, openDirectoryOf } from '../open-cells.ts'
import { loadTree } from './load-tree.ts'
import { type MoveContext, refuseMove } from './move-context.ts'

interface MoveRequest {
  readonly account: string
  /** The names of the cells. */
  readonly from: string
  readonly to: string
}

/** Opens the databases of a move, and finds the tree. */
export async function openMove(
  { account, from, to }: MoveRequest,
  environment: NodeJS.ProcessEnv,
): Promise<Omit<MoveContext, 'say' | 'times'> & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const [here, there] = [opened.use(openCell(environment, from)), opened.use(openCell(environment, to))]
  const directory = opened.use(await openDirectoryOf(environment))
  const source = { name: from, database: here, number: await loadCellNumber(here) }
  const destination = { name: to, database: there, number: await loadCellNumber(there) }
  if (source.number === destination.number)
    throw refuseMove('Both names lead to the same cell.', 'Obie nazwy prowadzą do tej samej komórki.')
  const tree = await loadTree(here, account)
  const [hereUrl, thereUrl] = [from, to].map((name) => findObjectsUrl(environment, name))
  const stores =
    hereUrl === undefined || thereUrl === undefined
      ? undefined
      : {
          source: opened.use(await openObjectStore(hereUrl)),
          destination: opened.use(await openObjectStore(thereUrl)),
        }
  const kept = opened.move()
  return { source, destination, directory, tree, stores, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** The OBJECTS_URL of a cell, from CELL_OBJECTS_URLS: `name=URL`, separated by spaces. */
const findObjectsUrl = (environment: NodeJS.ProcessEnv, name: string): string | undefined =>
  (environment['CELL_OBJECTS_URLS'] ?? '')
    .split(/\s+/)
    .find((entry) => entry.startsWith(`${name}=`))
    ?.slice(name.length + 1)
