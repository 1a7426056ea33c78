import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatBytes } from '../formatting.ts'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const gibibyte = 1024 ** 3
const warningLimits = { share: 0.15, bytes: 2 * gibibyte }
const problemLimits = { share: 0.05, bytes: gibibyte / 2 }

export const diskCheck: HealthCheck = {
  name: 'disk',
  title: localized('Disk', 'Dysk'),
  async run(context) {
    const objects = context.variable('OBJECTS_URL')
    const folders = [
      ...(objects.startsWith('file:') ? [fileURLToPath(objects)] : []),
      ...[context.variable('SENSOR_DIRECTORY')].filter(Boolean),
    ]
    const found = await Promise.all(folders.map((folder) => checkFolder(folder)))
    return found.length > 0
      ? found
      : ok('The installation uses no folder of this machine.', 'Instalacja nie używa żadnego katalogu tej maszyny.')
  },
}

async function checkFolder(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await readFileSystemStats(folder)
  return judgeFreeSpace({ folder, free: bavail * bsize, share: blocks > 0 ? bavail / blocks : 0 })
}

/** Judges the free space of a folder. */
export function judgeFreeSpace({ folder, free, share }: { folder: string; free: number; share: number }): Finding {
  const percent = Math.floor(share * 100)
  const message = localized(
    `${folder}: ${formatBytes(free)} (${percent} %) free.`,
    `${folder}: wolne ${formatBytes(free)} (${percent} %).`,
  )
  const todo = localized(
    'Free disk space, or shorten the retention of artifacts (RETENTION_ARTIFACTS_DAYS).',
    'Zwolnij miejsce albo skróć przechowywanie dowodów (RETENTION_ARTIFACTS_DAYS).',
  )
  // A large disk with a small share of free space has enough, a small disk with a large share may not.
  const isBelow = (limit: typeof warningLimits) =>
    (share < limit.share && free < 20 * limit.bytes) || free < limit.bytes
  if (isBelow(problemLimits)) return problem(message, todo)
  return isBelow(warningLimits) ? warning(message, todo) : ok(message.en, message.pl)
}

/** Reads the file system statistics of a folder, or of its parent if the folder does not exist yet. */
async function readFileSystemStats(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return readFileSystemStats(dirname(folder))
  }
}
