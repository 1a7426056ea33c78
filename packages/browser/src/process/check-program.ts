import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createGuard, runCheck } from '@wachta/checks'
import { createBrowserChecks } from '../browser-checks.ts'
import { tryBrowserOnce } from '../try-once.ts'
import type { ProcessReport, ProcessTask } from './messages.ts'

/*
 * A program that runs browser checks for a sensor, one after another. A page can overload the library that drives the
 * browser, with endless messages or a hundred thousand values in one message. That stalls or ends this process, but
 * neither the sensor nor the check of another customer.
 */

/** A process that uses more memory is not reused. After a typical page, a process uses half of this. */
const maxReusableBytes = 314_572_800

const state = { isHealthy: true, isFree: true }

const report = (message: ProcessReport): void => {
  process.send?.(message)
}

/**
 * Leftovers of an earlier check may fail late. That must not end the current check, but the process runs no further
 * ones.
 */
process.on('uncaughtException', () => {
  state.isHealthy = false
  if (state.isFree) process.exit(1)
})
// The sensor is gone.
process.on('disconnect', () => process.exit())
// The directory for temporary files belongs to this process alone.
process.on('exit', () => rmSync(tmpdir(), { recursive: true, force: true }))

process.on('message', (task: ProcessTask) => {
  state.isFree = false
  runTask(task)
    .catch(() => {
      state.isHealthy = false
    })
    .finally(() => {
      state.isFree = true
      report({ kind: 'free', isHealthy: state.isHealthy && process.memoryUsage.rss() < maxReusableBytes })
    })
})
report({ kind: 'free', isHealthy: true })

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
  // When the time of a check is up, its browser still has to be ended.
  await Promise.allSettled(running)
}
