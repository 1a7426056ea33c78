import { alternatingDomain, hexDomain, publicAddress } from '../addresses.ts'
import { type Attack, createScriptAttacks } from './attack.ts'

const buildRedirectPath = (target: string, how = '302'): string =>
  `/redirect?how=${how}&to=${encodeURIComponent(target)}`

/** Addresses that a page redirects to by its response, its head or its script. */
const targets: Readonly<Record<string, string>> = {
  loopback: 'http://127.0.0.1/',
  metadata: 'http://169.254.169.254/latest/meta-data/',
  'private-network': 'http://10.0.0.1:8080/',
  decimal: 'http://2130706433/',
  mapped: 'http://[::ffff:127.0.0.1]/',
  name: `http://7f000001.${hexDomain}/`,
  file: 'file:///mnt/canary',
  data: 'data:text/html,<script>fetch("http://127.0.0.1/")</script>',
}

/** Ways from one page to another. */
export const redirectAttacks: Attack[] = [
  ...Object.entries(targets).map(([goal, target]) => ({
    name: `redirect-to-${goal}`,
    address: buildRedirectPath(target, '302'),
  })),
  ...['301', '303', '307', '308', 'refresh', 'meta', 'early-hints'].map((how) => ({
    name: `redirect-by-${how}`,
    address: buildRedirectPath('http://127.0.0.1/', how),
  })),
  {
    name: 'redirect-through-a-public-page',
    address: `http://${publicAddress}${buildRedirectPath('http://127.0.0.1/')}`,
  },
  {
    name: 'redirect-chain',
    address: buildRedirectPath(buildRedirectPath(buildRedirectPath('http://169.254.169.254/'))),
  },
  { name: 'redirect-circle', address: '/redirect?how=302&to=self' },
  { name: 'redirect-without-end', address: '/redirect?how=302&to=next' },
  { name: 'redirect-to-a-long-address', address: '/redirect?how=302&to=long' },
  ...createScriptAttacks({
    'redirected-images': `tryEach((origin) => { new Image().src = '/redirect?how=302&to=' + encodeURIComponent(origin + '/image.png') })`,
    'redirected-fetch': `tryEach((origin) => fetch('/redirect?how=307&to=' + encodeURIComponent(origin), { method: 'POST', mode: 'no-cors', body: 'x' }).catch(() => 0))`,
    'redirected-frames': `tryEach((origin) => { const frame = document.createElement('iframe'); frame.src = '/redirect?how=302&to=' + encodeURIComponent(origin); document.body.append(frame) })`,
    'redirected-worker': `tryEach((origin) => new Worker('/redirect?how=302&to=' + encodeURIComponent(origin + '/worker.js')))`,
    'redirected-websocket': `tryEach((origin) => new WebSocket('ws://' + location.host + '/redirect?how=302&to=' + encodeURIComponent(origin)))`,
    'redirected-events': `tryEach((origin) => new EventSource('/redirect?how=302&to=' + encodeURIComponent(origin)))`,
    'script-location': `setTimeout(() => { location = 'http://127.0.0.1/' }, 50)`,
    'script-location-in-turns': `let next = Number(sessionStorage.next ?? 0); sessionStorage.next = next + 1; setTimeout(() => { location = forbidden[next % forbidden.length] }, 20); addEventListener('pageshow', () => setTimeout(() => location.reload(), 200))`,
    'navigation-api': `tryEach((origin) => navigation.navigate(origin))`,
    rebinding: `const again = (index) => fetch('http://name-' + (index % 8) + '.${alternatingDomain}/rebinding', { mode: 'no-cors' }).catch(() => 0).then(() => index < 200 && again(index + 1)); repeat(8, again)`,
    'rebinding-frames': `repeat(40, (index) => { const frame = document.createElement('iframe'); frame.src = 'http://name-' + index + '.${alternatingDomain}/frame'; document.body.append(frame); setInterval(() => { frame.src = frame.src + '?' }, 200) })`,
  }),
  { name: 'checked-loopback', address: 'http://127.0.0.1/', isRejected: true },
  { name: 'checked-name', address: `http://a9fea9fe.${hexDomain}/`, isRejected: true },
  // The name resolves to the attacker for the sensor and to the loopback for the browser, or the other way round.
  { name: 'checked-name-in-turns', address: `http://name-100.${alternatingDomain}/rebinding`, isRejected: true },
]
