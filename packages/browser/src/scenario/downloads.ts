import { CheckFailure, isFound } from '@wachta/checks'
import type { Download, Page } from 'playwright-core'
import { type Deadline, within } from '../deadline.ts'

/** The files that a page has offered. They stay in the jail. */
export interface Downloads {
  /** Waits for a file whose name matches, and for its end. */
  expect(pattern: string, deadline: Deadline): Promise<void>
}

export function watchDownloads(page: Page): Downloads {
  const waiting: Download[] = []
  page.on('download', (download) => waiting.push(download))
  return {
    async expect(pattern, deadline) {
      while (waiting.length === 0 && deadline.leftMs > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      const download = waiting.shift()
      if (download === undefined) throw createFailure('no file was downloaded')
      const name = download.suggestedFilename()
      if (!(await isFound(pattern, name)))
        throw createFailure(`${JSON.stringify(name)} does not match ${JSON.stringify(pattern)}`)
      const fault = await within(download.failure(), Math.max(deadline.leftMs, 100)).catch(() => 'not done in time')
      if (fault !== null) throw createFailure(`${JSON.stringify(name)} did not arrive: ${fault}`)
    },
  }
}

const createFailure = (message: string): CheckFailure => new CheckFailure('browser_download_failed', message)
