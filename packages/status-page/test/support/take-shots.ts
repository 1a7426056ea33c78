import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeQuietView, makeSampleView } from './sample-view.ts'
import { serveView } from './serve-view.ts'
import { openChromium, ways } from './visit-page.ts'

/** Takes screenshots of every document in all `ways`, for visual review: node test/support/take-shots.ts FOLDER. */
const [folder = 'shots'] = process.argv.slice(2)
await mkdir(folder, { recursive: true })
await using served = await serveView(makeSampleView())
await using quiet = await serveView(makeQuietView())
await using browser = await openChromium()
for (const { name, language, theme, width } of ways) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: theme })
  for (const [label, address] of [
    ['page', served.address],
    ['quiet', quiet.address],
    ['history', `${served.address}history`],
    ['post', `${served.address}posts/pincident0000002`],
    ['widget', `${served.address}widget`],
  ] as const) {
    await page.goto(`${address}?lang=${language}`)
    await page.screenshot({ path: join(folder, `${label}-${name}.png`), fullPage: true })
  }
  await page.close()
}
