import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { runWithServers } from './main.ts'
import { repositoryRoot } from './tree.ts'

/**
 * Tests the app in a real browser against the real service: npm run e2e -- [part of a story's name | axe]. The tests
 * run in their own process, because their types are those of a browser and ours are not.
 */
async function main(args: string[]): Promise<number> {
  const stories = join(repositoryRoot, 'packages/web/test/e2e/main.ts')
  const child = spawn(process.execPath, [stories, ...args], { stdio: 'inherit', env: process.env })
  const [code] = await once(child, 'close')
  return Number(code ?? 1)
}

if (import.meta.main) await runWithServers(main)
