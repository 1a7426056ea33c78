import { connect } from 'node:net'
import type { Database } from '@wachta/database'
import { type Cell, listCells, listNameEntries, type NameEntry } from '@wachta/directory'
import { toCellMark } from '@wachta/domain'
import { type MapName, mapNames } from './router-config.ts'

export type RouterMap = readonly (readonly [key: string, cell: number])[]
export type RouterMaps = Readonly<Record<MapName, RouterMap>>

/** HAProxy reads commands of at most 16 kB. */
const maxCommandBytes = 8_000
const answerTimeoutMs = 10_000

/** The prefixes that secrets have before the mark of their cell. */
const secretPrefixes = ['', 'wak_', 'wao_', 'war_', 'wac_', 'was_']

/** Loads the maps of a router, in which HAProxy looks up the cell of a request. */
export async function loadRouterMaps(directory: Database): Promise<{ cells: readonly Cell[]; maps: RouterMaps }> {
  const cells = await listCells(directory)
  const names = await listNameEntries(directory, ['page', 'host', 'secret', 'id'])
  const ofKind = (kind: NameEntry['kind']): RouterMap =>
    names.filter((entry) => entry.kind === kind).map(({ name, cell }) => [name, cell])
  const maps: RouterMaps = {
    secrets: cells.flatMap(({ number }) => listMarks(number).map((mark) => [mark, number] as const)),
    // HAProxy writes digests in upper case.
    'moved-secrets': ofKind('secret').map(([digest, cell]) => [digest.toUpperCase(), cell] as const),
    'moved-ids': ofKind('id'),
    hosts: ofKind('host'),
    pages: ofKind('page'),
    cells: cells.map(({ number }) => [String(number), number]),
  }
  return { cells, maps }
}

/** Lists how the secrets of a cell begin; hexadecimal secrets carry the mark `ce11`. Those of cell 0 have no mark. */
const listMarks = (cell: number): string[] =>
  cell === 0
    ? []
    : [...secretPrefixes.map((prefix) => `${prefix}${toCellMark(cell)}`), `ce11${cell.toString(16).padStart(2, '0')}`]

export const formatMap = (map: RouterMap): string => map.map(([key, cell]) => `${key} ${cell}\n`).join('')

/** Replaces the maps of a running HAProxy, each as a whole, so that no request sees half of one. */
export async function replaceMaps(socket: string, folder: string, maps: RouterMaps): Promise<void> {
  for (const name of mapNames) {
    const file = `${folder}/${name}.map`
    const [, version] = /New version created: (\d+)/.exec(await sendCommand(socket, `prepare map ${file}`)) ?? []
    if (version === undefined) throw new Error(`HAProxy does not know the map ${file}: reload it`)
    for (const lines of splitIntoCommands(maps[name]))
      await sendChange(socket, `add map @${version} ${file} <<\n${lines}`)
    await sendChange(socket, `commit map @${version} ${file}`)
  }
}

/**
 * Sends a command that answers nothing unless it fails. An error is thrown, because half of a map would mislead
 * requests.
 */
async function sendChange(socket: string, text: string): Promise<void> {
  const answer = (await sendCommand(socket, text)).trim()
  if (answer !== '') throw new Error(`HAProxy did not accept a map: ${answer.slice(0, 200)}`)
}

/** Replaces the maps of a running HAProxy by the current ones of the directory. */
export async function updateRouter(
  directory: Database,
  { socket, folder }: { readonly socket: string; readonly folder: string },
): Promise<void> {
  await replaceMaps(socket, folder, (await loadRouterMaps(directory)).maps)
}

function* splitIntoCommands(map: RouterMap): Generator<string> {
  let piece = ''
  for (const [key, cell] of map) {
    const line = `${key} ${cell}\n`
    if (piece.length + line.length > maxCommandBytes) {
      yield piece
      piece = ''
    }
    piece += line
  }
  if (piece !== '') yield piece
}

/** Sends one command to the admin socket, and returns the answer. */
function sendCommand(socket: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const connection = connect(socket)
    connection.setTimeout(answerTimeoutMs, () => connection.destroy(new Error('HAProxy does not answer on its socket')))
    connection.on('error', reject)
    connection.on('data', (bytes) => {
      answer += bytes.toString()
    })
    connection.on('end', () => resolve(answer))
    connection.end(`${command}\n`)
  })
}
