import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'

/** Blocks the syncing of all files to the disk, until released. */
export async function hangSyncs(directory: string) {
  const file = await open(join(directory, 'any'), 'w')
  const handles = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  const { datasync } = handles
  const gate = Promise.withResolvers<void>()
  const hanging = {
    waits: false,
    release: gate.resolve,
    async [Symbol.asyncDispose]() {
      gate.resolve()
      handles.datasync = datasync
    },
  }
  handles.datasync = async function (this: FileHandle) {
    hanging.waits = true
    await gate.promise
    return datasync.call(this)
  }
  return hanging
}
