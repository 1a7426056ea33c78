import { type Browser, chromium } from 'playwright-core'

/** The combinations of language, theme and width in which visitors see a page. */
export const ways = [
  { name: 'light', language: 'en', theme: 'light', width: 1440 },
  { name: 'dark', language: 'en', theme: 'dark', width: 1440 },
  { name: 'narrow', language: 'en', theme: 'light', width: 390 },
  { name: 'polish', language: 'pl', theme: 'dark', width: 390 },
] as const

const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** Supports notifications and push messages, which the headless shell does not. */
export const openWholeChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [...noSandbox, '--headless=new', '--disable-background-networking', '--no-first-run'],
  })

/** Debian's Chromium; its sandbox does not work for root, who runs the tests. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [...noSandbox, '--disable-background-networking', '--no-first-run'],
  })
