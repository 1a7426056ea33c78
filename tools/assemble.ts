import { resolve } from 'node:path'
import { assemble, type EntryPoint, entryPoints } from './package/assemble.ts'
import { repositoryRoot } from './tree.ts'

const isDoor = (word: string): word is EntryPoint => Object.hasOwn(entryPoints, word)

/** What images are made of: node tools/assemble.ts operate|sensor FOLDER */
if (import.meta.main) {
  const [door = '', target] = process.argv.slice(2)
  try {
    if (!isDoor(door) || target === undefined)
      throw new Error(`Usage: node tools/assemble.ts ${Object.keys(entryPoints).join('|')} FOLDER`)
    await assemble(repositoryRoot, door, resolve(target))
    console.log(`assembled ${door} in ${target}`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
