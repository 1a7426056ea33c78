import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { checkLogo, maxLogoBytes, printReport } from '../src/index.ts'
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
const jpeg = (content: Uint8Array) => ({ media_type: 'image/jpeg' as const, content })
const png = (content: Uint8Array) => ({ media_type: 'image/png' as const, content })

/** A white picture of 8 × 8 pixels. */
const whiteJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKYAH//Z',
  'base64',
)

test('pictures that can be printed are accepted', async () => {
  const gradient = '<defs><linearGradient id="a"><stop stop-color="#f00"/></linearGradient></defs>'
  assert.equal(await checkLogo(svg(`${gradient}<rect width="20" height="10" fill="url(#a)"/>`)), undefined)
  assert.equal(await checkLogo(png(makePng(8, 8))), undefined)
  assert.equal(await checkLogo(jpeg(whiteJpeg)), undefined)
})

test('files that are no pictures, too large or damaged are refused', async () => {
  const html = new TextEncoder().encode('<html>')
  const refused = [
    [png(new Uint8Array(100)), 'unreadable'],
    [png(makePng(8, 8).subarray(0, 40)), 'unreadable'],
    [png(makePng(60_000, 60_000, false)), 'too_large'],
    [png(new Uint8Array(maxLogoBytes + 1)), 'too_large'],
    [png(whiteJpeg), 'unreadable'],
    [jpeg(makePng(8, 8)), 'unreadable'],
    [jpeg(whiteJpeg.subarray(0, 200)), 'unreadable'],
    [jpeg(withSize(whiteJpeg, 60_000)), 'too_large'],
    [{ media_type: 'image/svg+xml', content: Uint8Array.of(0xff, 0xfe) }, 'unreadable'],
    [{ media_type: 'image/svg+xml', content: html }, 'unreadable'],
    [svg('<rect width="20"'), 'unreadable'],
  ] as const
  for (const [logo, fault] of refused) assert.equal(await checkLogo(logo), fault)
})

test('SVG that refers to other files, grows, runs or needs fonts is refused', async () => {
  const refused = [
    svg(`<image href="${outside}" width="9" height="9"/>`),
    svg(`<image xlink:href='file:///etc/passwd' width="9" height="9"/>`),
    svg(`<rect width="9" height="9" fill="url(${outside}#a)"/>`),
    svg(`<style>@import "${outside}";</style>`),
    svg('&x;', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    svg('<script>1</script>'),
    svg('<rect width="9" height="9" onclick="alert(1)"/>'),
    svg('<text x="1" y="9">Bursztyn</text>'),
  ]
  for (const logo of refused) assert.equal(await checkLogo(logo), 'not_self_contained')
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

/** The same picture with another size in its frame header. */
function withSize(content: Buffer, size: number): Buffer {
  const changed = Buffer.from(content)
  const at = changed.indexOf('ffc0', 'hex')
  changed.writeUInt16BE(size, at + 5)
  changed.writeUInt16BE(size, at + 7)
  return changed
}

/** A grey picture; without content, it only states its size. */
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
