import { resolve } from 'node:path'
import { assemble, type EntryPoint, entryPoints } from './package/assemble.ts'
import { repositoryRoot } from './tree.ts'

const isEntryPoint = (word: string): word is EntryPoint => Object.hasOwn(entryPoints, word)

/** Assembles the content of an image: node tools/assemble.ts operate|sensor FOLDER */
if (import.meta.main) {
  const [entryPoint = '', target] = process.argv.slice(2)
  try {
    if (!isEntryPoint(entryPoint) || target === undefined)
      throw new Error(`Usage: node tools/assemble.ts ${Object.keys(entryPoints).join('|')} FOLDER`)
    await assemble(repositoryRoot, entryPoint, resolve(target))
    console.log(`assembled ${entryPoint} in ${target}`)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
