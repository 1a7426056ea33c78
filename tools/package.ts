import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { runCommand } from './command.ts'
import { runScript } from './main.ts'
import { makeArchive } from './package/archive.ts'
import { repositoryRoot } from './tree.ts'

/** Builds the web app and packs everything that a machine without a network needs: npm run package */
async function main(): Promise<number> {
  const print = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`)
  print('building the web app')
  const { code, output } = await runCommand('npm', ['run', 'build', '-w', '@wachta/web'], { cwd: repositoryRoot })
  if (code !== 0) throw new Error(output)
  const { file } = await makeArchive({ root: repositoryRoot, directory: join(repositoryRoot, 'dist'), print })
  const { size } = await stat(file)
  console.log(`package: ${relative(process.cwd(), file)}, ${(size / 1024 ** 2).toFixed(0)} MiB`)
  return 0
}

if (import.meta.main) await runScript(main)
