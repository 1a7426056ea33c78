import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createGuard, runCheck } from '@wachta/checks'
import { createBrowserChecks } from '../browser-checks.ts'
import { tryBrowserOnce } from '../try-once.ts'
import type { ProcessReport, ProcessTask } from './messages.ts'

/*
 * A program that runs browser checks for a sensor, one after another. What a page does to the library that drives the
 * browser (messages without an end, a hundred thousand values in one of them) stalls or ends this process, and neither
 * the sensor nor the check of another customer.
 */

/** After a typical page the process uses half of it. */
const maxReusableBytes = 314_572_800

const state = { isSound: true, isFree: true }

const report = (message: ProcessReport): void => {
  process.send?.(message)
}

/**
 * Leftovers of an earlier check may fail late. That must not end the current check, but the process runs no other one.
 */
process.on('uncaughtException', () => {
  state.isSound = false
  if (state.isFree) process.exit(1)
})
// The sensor is gone.
process.on('disconnect', () => process.exit())
// The directory for temporary files is of this process alone.
process.on('exit', () => rmSync(tmpdir(), { recursive: true, force: true }))

process.on('message', (task: ProcessTask) => {
  state.isFree = false
  runTask(task)
    .catch(() => {
      state.isSound = false
    })
    .finally(() => {
      state.isFree = true
      report({ kind: 'free', isSound: state.isSound && process.memoryUsage.rss() < maxReusableBytes })
    })
})
report({ kind: 'free', isSound: true })

async function runTask(task: ProcessTask): Promise<void> {
  if (task.kind === 'trial') return report({ kind: 'tried', reason: await tryBrowserOnce(task.browser) })
  const { order, allow, isWatched } = task
  const running: Promise<void>[] = []
  const track = (work: Promise<void>): Promise<void> => {
    running.push(work)
    return work
  }
  const browser = createBrowserChecks({ path: task.browser })
  const outcome = await runCheck(
    { ...order, ...(isWatched && { onArtifact: (artifact) => report({ kind: 'artifact', artifact }) }) },
    {
      guard: createGuard({ allow }),
      browser: {
        openPage: (check, scheme, probe) => track(browser.openPage(check, scheme, probe)),
        runScenario: (check, probe) => track(browser.runScenario(check, probe)),
      },
    },
  )
  report({ kind: 'outcome', outcome })
  // A check whose time is up still ends its browser.
  await Promise.allSettled(running)
}
