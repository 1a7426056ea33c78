import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { checkLogo, printReport } from '../src/index.ts'
import { readPdf } from './support/pdf.ts'
import { makeSampleReport } from './support/sample-report.ts'

let requests = 0
const server = createServer((_, response) => {
  requests++
  response.end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.png`

const svg = (body: string, head = '') => ({
  media_type: 'image/svg+xml' as const,
  content: new TextEncoder().encode(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 20 10">${body}</svg>`,
  ),
})
const png = (content: Uint8Array) => ({ media_type: 'image/png' as const, content })

test('pictures that can be printed are accepted', async () => {
  assert.equal(await checkLogo(undefined), undefined)
  const gradient = '<defs><linearGradient id="a"><stop stop-color="#f00"/></linearGradient></defs>'
  assert.equal(await checkLogo(svg(`${gradient}<rect width="20" height="10" fill="url(#a)"/>`)), undefined)
  assert.equal(await checkLogo(png(makePng(8, 8))), undefined)
})

test('files that are no pictures, too large or damaged are refused', async () => {
  assert.match((await checkLogo(png(new Uint8Array(100)))) ?? '', /not a PNG/)
  assert.match((await checkLogo(png(makePng(8, 8).subarray(0, 40)))) ?? '', /cannot be drawn/)
  assert.match((await checkLogo(png(makePng(60_000, 60_000, false)))) ?? '', /4 million pixels/)
  assert.match((await checkLogo(png(new Uint8Array(2 * 1024 ** 2)))) ?? '', /larger than 1 MiB/)
  assert.match((await checkLogo({ media_type: 'image/svg+xml', content: Uint8Array.of(0xff, 0xfe) })) ?? '', /UTF-8/)
  assert.match(
    (await checkLogo({ media_type: 'image/svg+xml', content: new TextEncoder().encode('<html>') })) ?? '',
    /not an SVG/,
  )
  assert.match((await checkLogo(svg('<rect width="20"'))) ?? '', /cannot be drawn/)
})

test('SVG that refers to other files, grows or needs fonts is refused', async () => {
  const refused = [
    [svg(`<image href="${outside}" width="9" height="9"/>`), /refers to other files/],
    [svg(`<image xlink:href='file:///etc/passwd' width="9" height="9"/>`), /refers to other files/],
    [svg(`<rect width="9" height="9" fill="url(${outside}#a)"/>`), /refers to other files/],
    [svg(`<style>@import "${outside}";</style>`), /refers to other files/],
    [svg('&x;', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), /entities/],
    [svg('<script>1</script>'), /scripts/],
    [svg('<text x="1" y="9">Bursztyn</text>'), /Convert it to paths/],
  ] as const
  for (const [logo, reason] of refused) assert.match((await checkLogo(logo)) ?? '', reason)
})

test('a report with a bad logo is printed without it, and nothing is fetched', async () => {
  const sample = makeSampleReport()
  for (const logo of [
    svg(`<image href="${outside}" width="9" height="9"/><rect width="9" height="9"/>`),
    png(new Uint8Array(9)),
  ]) {
    const { pdf, standard } = await printReport({ ...sample, branding: { ...sample.branding, logo }, blocks: [] })
    assert.equal(standard, 'a-2a')
    assert.match((await readPdf(pdf)).text.join(''), /Bursztyn Hosting/)
  }
  assert.equal(requests, 0)
})

/** A grey picture; without its content only the size is stated. */
function makePng(width: number, height: number, withContent = true): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const content = withContent ? deflateSync(Buffer.alloc((width + 1) * height, 0)) : Buffer.alloc(0)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
