import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { ProcessEnded, startCheckProcess } from './process/check-process.ts'

/** Whether a sensor can run checks in a browser. */
export type BrowserAbility =
  | { readonly isAble: true; readonly path: string }
  | { readonly isAble: false; readonly reason: string }

const browserName = 'chromium-headless-shell'
const helpers = ['bwrap', 'socat', 'setpriv', 'prlimit']
const trialTimeoutMs = 30_000

/** Looks for the programs that browser checks need, and tests them. */
export async function findBrowser(path = process.env['PATH'] ?? ''): Promise<BrowserAbility> {
  const missing = [browserName, ...helpers].filter((name) => findProgram(name, path) === undefined)
  const browser = findProgram(browserName, path)
  if (missing.length > 0 || browser === undefined)
    return { isAble: false, reason: `not installed: ${missing.join(', ')}` }
  const reason = await tryInProcess(browser)
  return reason === null ? { isAble: true, path: browser } : { isAble: false, reason }
}

async function tryInProcess(browser: string): Promise<string | null> {
  try {
    const process = await startCheckProcess()
    try {
      const report = await process.runTask({ kind: 'trial', browser }, { limitMs: trialTimeoutMs })
      return report.kind === 'tried' ? report.reason : 'the trial did not end'
    } finally {
      await process.end()
    }
  } catch (cause) {
    if (cause instanceof ProcessEnded) return cause.message
    throw cause
  }
}

function findProgram(name: string, path: string): string | undefined {
  return path
    .split(':')
    .map((directory) => join(directory, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
