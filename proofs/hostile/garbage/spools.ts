import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createRandom } from '../random.ts'
import { garbageBytes, garbageJson } from './values.ts'

/** Without its key, a sensor would have to be enrolled again by its owner, so this file is left alone. */
const identityFile = 'identity.json'

/**
 * Damages the files that a sensor keeps on disk, and adds files that no sensor writes. Returns the number of files. The
 * sensor may lose its own results, but it must still start and check.
 */
export async function plantInSpool(
  directory: string,
  { seed, keepsHost: keepsHostFile }: { readonly seed: number; readonly keepsHost: boolean },
): Promise<number> {
  const random = createRandom(seed)
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const segment = files.find(({ name }) => name.endsWith('.results'))
  if (segment === undefined) throw new Error(`${directory} has no spool`)
  let planted = 0
  for (const { parentPath, name } of files) {
    if (name === identityFile || (keepsHostFile && name === 'host')) continue
    const path = join(parentPath, name)
    await writeFile(path, damage(await readFile(path), random.below(3), random.next()))
    planted += 1
  }
  return planted + (await addSegments(segment.parentPath, await readFile(join(segment.parentPath, segment.name))))
}

/** Returns bytes with flipped bits, a torn end, or garbage in front. */
function damage(bytes: Buffer, kind: number, position: number): Buffer {
  const offset = Math.floor(bytes.length * position)
  if (kind === 0) bytes.set([(bytes[offset] ?? 0) ^ 0x55], Math.min(offset, Math.max(0, bytes.length - 1)))
  return kind === 1 ? bytes.subarray(0, offset) : kind === 2 ? Buffer.concat([garbageBytes[6] ?? bytes, bytes]) : bytes
}

/** Adds segments of noise, segments of well-formed frames that contain garbage, and entries that are no segments. */
async function addSegments(spool: string, model: Buffer): Promise<number> {
  const host = await readFile(join(spool, 'host'), 'utf8')
  const buildPath = (number: number) => join(spool, String(number).padStart(10, '0'))
  let number = 5_000
  for (const bytes of garbageBytes) {
    number += 1
    await writeFile(`${buildPath(number)}.results`, Buffer.concat([model, createFrame(bytes)]))
    await writeFile(
      `${buildPath(number)}.words`,
      Buffer.concat(garbageJson.map((json) => createFrame(createTexts(json)))),
    )
  }
  for (const json of garbageJson) {
    number += 1
    await writeFile(
      `${buildPath(number)}.results`,
      createFrame(Buffer.from(`{"v":1,"host":${JSON.stringify(host)},"next":[${json}]}`)),
    )
  }
  await mkdir(`${buildPath(0)}.results`)
  await mkdir(`${buildPath(0)}.words`)
  await writeFile(join(dirname(spool), 'garbage'), garbageBytes[7] ?? '')
  return 2 * garbageBytes.length + garbageJson.length + 3
}

/** Writes a frame as the spool does: length, checksum, payload. */
function createFrame(payload: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(payload.length, 0)
  head.writeUInt32LE(crc32(payload), 4)
  return Buffer.concat([head, payload])
}

/** Returns the texts of a result, at the position of the first result of the first shard. */
const createTexts = (json: string): Buffer =>
  Buffer.concat([Buffer.from([1, 0, 0, 1, 0, 0, 0, 0, 0]), Buffer.from(json)])
