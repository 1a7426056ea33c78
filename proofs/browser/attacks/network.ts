import { silentDomain } from '../addresses.ts'
import { type Attack, createScriptAttacks } from './attack.ts'
import { prelude } from './prelude.ts'

/** Every way in which a page makes a browser connect. */
export const networkAttacks: Attack[] = [
  ...createScriptAttacks({
    fetch: `tryEach((origin) => fetch(origin + '/fetch', { mode: 'no-cors' }).catch(() => 0))`,
    'fetch-post': `tryEach((origin) => fetch(origin + '/post', { method: 'POST', mode: 'no-cors', body: 'x' }).catch(() => 0))`,
    'fetch-keepalive': `tryEach((origin) => fetch(origin + '/keep', { mode: 'no-cors', keepalive: true }).catch(() => 0)); location = '/empty'`,
    'fetch-secure': `tryEach((origin) => fetch(origin.replace('http', 'https'), { mode: 'no-cors' }).catch(() => 0))`,
    'frame-credentials': `tryEach((origin) => { const frame = document.createElement('iframe'); frame.src = origin.replace('//', '//user:word@'); document.body.append(frame) })`,
    xhr: `tryEach((origin) => { const request = new XMLHttpRequest(); request.open('GET', origin + '/xhr'); request.send() })`,
    'xhr-blocking': `tryEach((origin) => { const request = new XMLHttpRequest(); request.open('GET', origin + '/xhr', false); request.send() })`,
    websocket: `tryEach((origin) => new WebSocket(origin.replace('http', 'ws') + '/socket'))`,
    'websocket-stream': `tryEach((origin) => new WebSocketStream(origin.replace('http', 'ws')).opened.catch(() => 0))`,
    eventsource: `tryEach((origin) => new EventSource(origin + '/events'))`,
    webtransport: `tryEach((origin) => new WebTransport(origin.replace('http', 'https').replace(/:\\d+$/, '') + ':443/').ready.catch(() => 0))`,
    'webrtc-stun':
      withGather(`tryEach((origin) => { const { hostname } = new URL(origin); for (const kind of ['stun:' + hostname + ':3478', 'stun:' + hostname + ':19302'])
      gather({ iceServers: [{ urls: kind }] }) })`),
    'webrtc-turn':
      withGather(`tryEach((origin) => { const { hostname } = new URL(origin); for (const how of ['udp', 'tcp'])
      gather({ iceServers: [{ urls: 'turn:' + hostname + ':3478?transport=' + how, username: 'a', credential: 'b' }], iceTransportPolicy: 'relay' }) })`),
    'webrtc-peer': withGather(`(async () => {
      const [one, other] = [await gather({}), new RTCPeerConnection()]
      await other.setRemoteDescription(one.localDescription); await other.setLocalDescription(await other.createAnswer()); await one.setRemoteDescription(other.localDescription)
      for (const origin of forbidden) for (const how of ['udp 2122260223 HOST 3478 typ host', 'tcp 1518280447 HOST 80 typ host tcptype passive'])
        for (const end of [one, other]) end.addIceCandidate({ candidate: 'candidate:1 1 ' + how.replace('HOST', new URL(origin).hostname.replace(/[\\[\\]]/g, '')), sdpMid: '0' }).catch(() => 0)
    })()`),
    beacon: `tryEach((origin) => navigator.sendBeacon(origin + '/beacon', 'x'))`,
    image: `tryEach((origin) => { new Image().src = origin + '/image.png' })`,
    'script-element': createElementScript('script', 'src', '/script.js'),
    'module-import': `tryEach((origin) => import(origin + '/module.js').catch(() => 0))`,
    stylesheet: `tryEach((origin) => { const style = document.createElement('style'); style.textContent = '@import url("' + origin + '/style.css");'; document.head.append(style) })`,
    font: `tryEach((origin) => { new FontFace('f', 'url(' + origin + '/font.woff2)').load().catch(() => 0) })`,
    'css-background': `tryEach((origin) => { const box = document.createElement('div'); box.style = 'height:9px;background:url(' + origin + '/background.png);cursor:url(' + origin + '/cursor.png),auto;mask-image:url(' + origin + '/mask.svg#a);shape-outside:url(' + origin + '/shape.png)'; document.body.append(box) })`,
    iframe: createElementScript('iframe', 'src', '/frame'),
    'iframe-srcdoc': `tryEach((origin) => { const frame = document.createElement('iframe'); frame.srcdoc = '<img src="' + origin + '/srcdoc.png"><iframe src="' + origin + '/inner"></iframe>'; document.body.append(frame) })`,
    object: createElementScript('object', 'data', '/object'),
    embed: createElementScript('embed', 'src', '/embed'),
    video: createElementScript('video', 'src', '/video.mp4'),
    'video-poster': createElementScript('video', 'poster', '/poster.png'),
    'audio-autoplay': `tryEach((origin) => { new Audio(origin + '/audio.mp3').play().catch(() => 0) })`,
    track: `tryEach((origin) => { document.body.insertAdjacentHTML('beforeend', '<video autoplay><source src="/empty"><track default src="' + origin + '/track.vtt"></video>') })`,
    'picture-set': `tryEach((origin) => document.body.insertAdjacentHTML('beforeend', '<img srcset="' + origin + '/1.png 1x, ' + origin + '/2.png 2x">'))`,
    'svg-references': `tryEach((origin) => document.body.insertAdjacentHTML('beforeend', '<svg><image href="' + origin + '/i.png"/><use href="' + origin + '/u.svg#a"/><filter id="f"><feImage href="' + origin + '/f.png"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>'))`,
    'input-image': `tryEach((origin) => document.body.insertAdjacentHTML('beforeend', '<input type="image" src="' + origin + '/input.png">'))`,
    ...createLinkScripts(
      'prefetch',
      'preload',
      'modulepreload',
      'prerender',
      'preconnect',
      'icon',
      'manifest',
      'stylesheet',
    ),
    'dns-prefetch': `for (let index = 0; index < 50; index += 1) document.head.insertAdjacentHTML('beforeend', '<link rel="dns-prefetch" href="//prefetch-' + index + '.${silentDomain}">')`,
    'speculation-rules': `const rules = document.createElement('script'); rules.type = 'speculationrules'; rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: forbidden, eagerness: 'immediate' }], prerender: [{ source: 'list', urls: forbidden, eagerness: 'immediate' }] }); document.head.append(rules)`,
    'form-post': `tryEach((origin) => { document.body.insertAdjacentHTML('beforeend', '<iframe name="a"></iframe><form target="a" method="post" enctype="multipart/form-data" action="' + origin + '/form"><input name="b" value="c"></form>'); document.body.lastChild.submit() })`,
    'form-gopher': `document.body.insertAdjacentHTML('beforeend', '<iframe name="a"></iframe><form target="a" method="post" enctype="text/plain" action="http://127.0.0.1:4222/"><textarea name="CONNECT {}\\r\\nPUB a 1\\r\\n">x</textarea></form>'); document.body.lastChild.submit()`,
    'anchor-ping': `tryEach((origin) => { document.body.insertAdjacentHTML('beforeend', '<a href="#" ping="' + origin + '/ping">x</a>'); document.body.lastChild.click() })`,
    'worker-fetch': runInWorker(
      'Worker',
      `tryEach((origin) => fetch(origin + '/worker', { mode: 'no-cors' }).catch(() => 0))`,
    ),
    'worker-import': runInWorker('Worker', `tryEach((origin) => importScripts(origin + '/script.js'))`),
    'worker-websocket': runInWorker('Worker', `tryEach((origin) => new WebSocket(origin.replace('http', 'ws')))`),
    'shared-worker': runInWorker(
      'SharedWorker',
      `tryEach((origin) => fetch(origin + '/shared', { mode: 'no-cors' }).catch(() => 0))`,
    ),
    'worklet-import': `tryEach((origin) => { CSS.paintWorklet?.addModule(origin + '/paint.js').catch(() => 0); new AudioContext().audioWorklet.addModule(origin + '/audio.js').catch(() => 0) })`,
    'wasm-streaming': `tryEach((origin) => WebAssembly.compileStreaming(fetch(origin + '/a.wasm', { mode: 'no-cors' })).catch(() => 0))`,
    'cache-add': `caches.open('a').then((cache) => tryEach((origin) => cache.add(new Request(origin + '/cache', { mode: 'no-cors' })).catch(() => 0)))`,
    'private-network-hints': `tryEach((origin) => { for (const targetAddressSpace of ['local', 'private', 'loopback']) fetch(origin + '/space', { mode: 'no-cors', targetAddressSpace }).catch(() => 0) })`,
    'payment-request': `tryEach((origin) => new PaymentRequest([{ supportedMethods: origin.replace('http', 'https') + '/pay' }], { total: { label: 'a', amount: { currency: 'EUR', value: '1' } } }).show().catch(() => 0))`,
    'storage-access': `tryEach((origin) => { navigator.serviceWorker.register(origin + '/worker.js').catch(() => 0); document.requestStorageAccessFor?.(origin).catch(() => 0) })`,
    'xslt-document': `const style = new DOMParser().parseFromString('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">' + forbidden.map((origin) => '<xsl:copy-of select="document(\\'' + origin + '/x.xml\\')"/>').join('') + '</xsl:template></xsl:stylesheet>', 'text/xml')
      const processor = new XSLTProcessor(); processor.importStylesheet(style); processor.transformToDocument(style)`,
    'other-ports': `for (const port of [80, 443, 3128, 4222, 5432, 8080, 8443, 9222]) { fetch('http://127.0.0.1:' + port, { mode: 'no-cors' }).catch(() => 0); new WebSocket('ws://localhost:' + port) }`,
  }),
  {
    name: 'service-worker',
    script: `navigator.serviceWorker.register('worker.js').catch(() => 0)`,
    files: {
      'worker.js': {
        type: 'text/javascript',
        body: `${prelude}
self.addEventListener('install', (event) => { skipWaiting(); event.waitUntil(Promise.allSettled(forbidden.map((origin) => fetch(origin + '/install', { mode: 'no-cors' })))) })
self.addEventListener('activate', (event) => event.waitUntil(Promise.allSettled(forbidden.map((origin) => fetch(origin + '/activate', { mode: 'no-cors' })))))`,
      },
    },
    // Service workers need a page that was loaded over HTTPS.
    certificate: 'plain',
    settings: { verify_certificate: false, wait_until: 'quiet' },
  },
  {
    name: 'policy-reports',
    html: '<img src="/a.png"><script src="http://x.invalid/a.js"></script>',
    headers: {
      'content-security-policy': `img-src 'none'; script-src 'self'; report-uri http://127.0.0.1/csp http://169.254.169.254/csp`,
      'report-to':
        '{"group":"default","max_age":99,"endpoints":[{"url":"https://127.0.0.1/report"},{"url":"https://10.0.0.1/report"}]}',
      'reporting-endpoints': 'default="https://127.0.0.1/report", a="https://169.254.169.254/report"',
      nel: '{"report_to":"default","max_age":99,"success_fraction":1.0}',
    },
    certificate: 'plain',
    settings: { verify_certificate: false },
  },
  {
    name: 'link-headers',
    html: 'links',
    headers: {
      link: [
        '<http://127.0.0.1/preload.js>; rel=preload; as=script',
        '<http://169.254.169.254>; rel=preconnect',
        `<//header.${silentDomain}>; rel=dns-prefetch`,
        '<http://[::1]/style.css>; rel=stylesheet',
      ],
    },
  },
  {
    name: 'alternative-service',
    html: '<img src="/empty?1"><img src="/empty?2">',
    headers: { 'alt-svc': 'h3="127.0.0.1:443"; ma=999, h2="169.254.169.254:443", h3=":443"' },
    certificate: 'plain',
    settings: { verify_certificate: false, wait_until: 'quiet' },
  },
]

function createElementScript(tag: string, attribute: string, path: string): string {
  return `tryEach((origin) => { const element = document.createElement('${tag}'); element.${attribute} = origin + '${path}'; document.body.append(element) })`
}

function createLinkScripts(...kinds: string[]): Record<string, string> {
  return Object.fromEntries(
    kinds.map((kind) => [
      `link-${kind}`,
      `tryEach((origin) => { const link = document.createElement('link'); link.rel = '${kind}'; link.as = 'script'; link.crossOrigin = ''; link.href = origin + '/${kind}'; document.head.append(link) })`,
    ]),
  )
}

function runInWorker(kind: 'Worker' | 'SharedWorker', script: string): string {
  return `new ${kind}(URL.createObjectURL(new Blob([${JSON.stringify(`${prelude}\n${script}`)}], { type: 'text/javascript' })))`
}

function withGather(script: string): string {
  return `const gather = async (configuration) => { const end = new RTCPeerConnection(configuration); end.createDataChannel('a'); await end.setLocalDescription(); return end }
${script}`
}
