import { loadCellNumber } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import { openCell, openDirectoryDatabase } from '../open-cells.ts'
import { loadTree } from './load-tree.ts'
import { createMoveError, type MoveContext } from './move-context.ts'

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
): Promise<Omit<MoveContext, 'onStep' | 'times'> & AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const [sourceDatabase, destinationDatabase] = [
    opened.use(openCell(environment, from)),
    opened.use(openCell(environment, to)),
  ]
  const directory = opened.use(await openDirectoryDatabase(environment))
  const source = { name: from, database: sourceDatabase, number: await loadCellNumber(sourceDatabase) }
  const destination = { name: to, database: destinationDatabase, number: await loadCellNumber(destinationDatabase) }
  if (source.number === destination.number)
    throw createMoveError('Both names lead to the same cell.', 'Obie nazwy prowadzą do tej samej komórki.')
  const tree = await loadTree(sourceDatabase, account)
  const [sourceUrl, destinationUrl] = [from, to].map((name) => findObjectsUrl(environment, name))
  const stores =
    sourceUrl === undefined || destinationUrl === undefined
      ? undefined
      : {
          source: opened.use(await openObjectStore(sourceUrl)),
          destination: opened.use(await openObjectStore(destinationUrl)),
        }
  const resources = opened.move()
  return { source, destination, directory, tree, stores, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** The OBJECTS_URL of a cell, from CELL_OBJECTS_URLS: `name=URL`, separated by spaces. */
const findObjectsUrl = (environment: NodeJS.ProcessEnv, name: string): string | undefined =>
  (environment['CELL_OBJECTS_URLS'] ?? '')
    .split(/\s+/)
    .find((entry) => entry.startsWith(`${name}=`))
    ?.slice(name.length + 1)
