import { CheckFailure, isFound } from '@wachta/checks'
import type { Download, Page } from 'playwright-core'
import { type Deadline, withTimeout } from '../deadline.ts'

/** The downloads that a page started. Their files stay in the jail. */
export interface Downloads {
  /** Waits for the next download to complete; throws a CheckFailure if it does not, or its file name does not match. */
  expect(pattern: string, deadline: Deadline): Promise<void>
}

export function watchDownloads(page: Page): Downloads {
  const pendingDownloads: Download[] = []
  page.on('download', (download) => pendingDownloads.push(download))
  return {
    async expect(pattern, deadline) {
      while (pendingDownloads.length === 0 && deadline.remainingMs > 0)
        await new Promise((resolve) => setTimeout(resolve, 50))
      const download = pendingDownloads.shift()
      if (download === undefined) throw createFailure('no file was downloaded')
      const name = download.suggestedFilename()
      if (!(await isFound(pattern, name)))
        throw createFailure(`${JSON.stringify(name)} does not match ${JSON.stringify(pattern)}`)
      const failure = await withTimeout(download.failure(), Math.max(deadline.remainingMs, 100)).catch(
        () => 'not done in time',
      )
      if (failure !== null) throw createFailure(`${JSON.stringify(name)} did not arrive: ${failure}`)
    },
  }
}

const createFailure = (message: string): CheckFailure => new CheckFailure('browser_download_failed', message)
