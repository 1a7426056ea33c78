import { promises } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
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

/** Blocks the deletion of all files, until released. */
export function hangDeletions() {
  const { unlink } = promises
  const gate = Promise.withResolvers<void>()
  const hanging = {
    waits: false,
    release: gate.resolve,
    [Symbol.dispose]() {
      gate.resolve()
      setUnlink(unlink)
    },
  }
  setUnlink(async (path) => {
    hanging.waits = true
    await gate.promise
    await unlink(path)
  })
  return hanging
}

function setUnlink(unlink: typeof promises.unlink): void {
  Object.assign(promises, { unlink })
  syncBuiltinESMExports()
}
