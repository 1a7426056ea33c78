import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../engines/free-port.ts'

/** The data that a demo needs when it is started again. */
export interface DemoFile {
  readonly password: string
  /** The ports of the demo servers, which are part of the addresses of the services. */
  readonly http: number
  readonly tls: number
  readonly isSeeded: boolean
  /** Whether the services that need a browser were added, once this machine had a browser. */
  readonly hasBrowserServices?: boolean
}

/** Reads the data of the demo; creates it at the first start. */
export async function readDemoFile(directory: string): Promise<DemoFile> {
  const text = await readFile(join(directory, fileName), 'utf8').catch(() => undefined)
  if (text !== undefined) return JSON.parse(text) as DemoFile
  const made = { password: randomBytes(9).toString('base64url'), isSeeded: false }
  return writeDemoFile(directory, { ...made, http: await findFreePort(), tls: await findFreePort() })
}

export async function writeDemoFile(directory: string, file: DemoFile): Promise<DemoFile> {
  await writeFile(join(directory, fileName), `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  return file
}

const fileName = 'demo.json'
