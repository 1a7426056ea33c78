import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { BrowserAction } from '@wachta/checks'
import { runInBrowser } from './shop/run.ts'

/** A form whose fields get their names from different sources, and a list that shows the entered values. */
const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Order</title>
<input placeholder="Town" hidden><a href="#" title="Town">?</a>
<form>
  <input name="town" placeholder="Town"><input name="word" type="password" title="Secret word">
  <select name="size" title="Size"><option>S</option><option>L</option></select>
  <label>Street <input name="street" placeholder="such as Main Street 1"></label>
  <input name="note" aria-label="Note">
</form>
<p id="code">say "a >> b"</p><p id="last">7</p>
<a href="#shown" id="id-7" title="id-7" data-testid="id-7">say "a &gt;&gt; b"</a>
<iframe id="frame-7" srcdoc="<label>Card <input></label>"></iframe>
<script>document.forms[0].oninput = () =>
  { document.title = [...new FormData(document.forms[0]).values()].join(', '); shown.textContent = document.title }</script>
<p id="shown"></p><p hidden>In stock</p><p>In stock</p><p hidden>Sold out</p></html>`

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const run = (actions: readonly BrowserAction[], more: object = {}) =>
  runInBrowser({
    type_id: 'browser_scenario',
    address,
    settings: { step_timeout: 4000, username: 'id-7', steps: [{ name: 'Order', actions }], ...more },
  })

test('a label is what names a field: its label, or what stands in it or is shown when it is pointed at', async () => {
  const { kind, error_message } = await run([
    { open: '/' },
    { fill: { selector: 'label=Town', value: 'Łódź' } },
    { fill: { selector: 'label=Secret word', value: 'sesame' } },
    { select: { selector: 'label=Size', value: 'L' } },
    { fill: { selector: 'label=Street', value: 'Long Road 2' } },
    { fill: { selector: 'label=Note', value: 'no hurry' } },
    { expect_text: 'Łódź, sesame, L, Long Road 2, no hurry' },
  ])
  assert.deepEqual([kind, error_message], ['ok', null])
})

test('what is no field has no label', async () => {
  const { kind, error_message } = await run([{ open: '/' }, { wait_for: 'label=id-7' }])
  assert.deepEqual([kind, error_message], ['browser_element_missing', 'step 1 (Order): label=id-7 did not appear'])
})

test('variables are replaced in addresses, selectors and texts, whatever their values contain', async () => {
  const { kind, error_message } = await run([
    { open: '/?{{username}}' },
    { read: { selector: '#code', variable: 'code' } },
    { wait_for: 'role=link[name="{{code}}"]' },
    { hover: 'text={{code}}' },
    { read: { selector: '#last', variable: 'last' } },
    { click: 'testid={{username}}' },
    { double_click: 'xpath=//a[@id="{{username}}"]' },
    { expect_element: '#{{username}}' },
    { wait_for_gone: 'placeholder={{username}}' },
    { fill: { selector: 'frame=#frame-{{last}} >> label=Card', value: '{{username}}' } },
    { fill: { selector: 'label=Note', value: '{{code}}' } },
    { expect_text: ', {{code}}' },
    { expect_no_text: '{{username}} {{code}}' },
    { read_attribute: { selector: '#{{username}}', attribute: 'title', variable: 'title' } },
    { fill: { selector: 'label=Town', value: '{{title}}' } },
    { expect_text: 'id-7, , S, , {{code}}' },
  ])
  assert.deepEqual([kind, error_message], ['ok', null])
})

test('variables are not replaced in regular expressions and names of attributes', async () => {
  const open = { open: '/?{{username}}' }
  const refused = [
    [{ expect_url: '\\?{{username}}$' }, 'browser_url_mismatch'],
    [{ read_attribute: { selector: '#code', attribute: '{{username}}', variable: 'a' } }, 'scenario_variable_missing'],
  ] as const
  for (const [action, expected] of refused) {
    const { kind } = await run([open, action], { step_timeout: 1500 })
    assert.equal(kind, expected)
  }
  const { kind } = await run([open, { expect_url: '(?i)\\?ID-7$' }])
  assert.equal(kind, 'ok')
})

test('a text is on the page where it is shown, also if the page hides it somewhere before', async () => {
  const kindOf = async (action: BrowserAction) => (await run([{ open: '/' }, action], { step_timeout: 1500 })).kind
  assert.equal(await kindOf({ expect_text: 'In stock' }), 'ok')
  assert.equal(await kindOf({ expect_no_text: 'In stock' }), 'content_text_forbidden')
  assert.equal(await kindOf({ expect_text: 'Sold out' }), 'content_text_missing')
  assert.equal(await kindOf({ expect_no_text: 'Sold out' }), 'ok')
})
