import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTemporaryDirectory } from '@wachta/testing/sensor'

const run = promisify(execFile)

/** A disk of a few megabytes that can be filled to the last byte. */
export async function smallDisk(size = '4m') {
  const directory = await createTemporaryDirectory()
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory.path])
  const filler = join(directory.path, 'filler')
  return {
    path: directory.path,
    async fill(): Promise<void> {
      for (const bytes of [1_048_576, 4_096])
        for (;;)
          try {
            await writeFile(filler, Buffer.alloc(bytes), { flag: 'a' })
          } catch {
            break
          }
    },
    free: () => rm(filler),
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', directory.path])
      await directory[Symbol.asyncDispose]()
    },
  }
}
