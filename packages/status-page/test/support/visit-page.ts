import { type Browser, chromium } from 'playwright-core'

/** How visitors look at a page. */
export const ways = [
  { name: 'light', language: 'en', theme: 'light', width: 1440 },
  { name: 'dark', language: 'en', theme: 'dark', width: 1440 },
  { name: 'narrow', language: 'en', theme: 'light', width: 390 },
  { name: 'polish', language: 'pl', theme: 'dark', width: 390 },
] as const

const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** With notifications and push messages, which the shell without a window has not. */
export const openWholeChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [...noSandbox, '--headless=new', '--disable-background-networking', '--no-first-run'],
  })

/** Debian's own; its sandbox does not work for root, which is who tests run as. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [...noSandbox, '--disable-background-networking', '--no-first-run'],
  })
