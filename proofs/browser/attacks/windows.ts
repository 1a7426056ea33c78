import { type Attack, createScriptAttacks } from './attack.ts'

const dialogLoop = (call: string): string => `for (;;) ${call}`

/** Windows, dialogs, history, navigation, downloads. */
export const windowAttacks: Attack[] = [
  ...createScriptAttacks({
    'popup-flood': `setInterval(() => repeat(100, () => open('http://127.0.0.1/', '_blank', 'width=9,height=9')))`,
    'popup-of-itself': `repeat(50, () => open(location.href))`,
    'popup-click': `document.onclick = () => repeat(50, () => open('/empty')); repeat(50, () => document.body.click()); document.body.insertAdjacentHTML('beforeend', '<a target=_blank href=/empty>a</a>'); repeat(50, () => document.body.lastChild.click())`,
    'alert-loop': dialogLoop(`alert('a')`),
    'confirm-loop': dialogLoop(`confirm('a')`),
    'prompt-loop': dialogLoop(`prompt('a', 'b'.repeat(1e6))`),
    'print-loop': dialogLoop('print()'),
    'alert-of-megabytes': `alert('a'.repeat(1e8))`,
    'before-unload': `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; for (;;); }); setTimeout(() => { location = '/empty' }, 50)`,
    'unload-flood': `for (const name of ['pagehide', 'unload', 'visibilitychange', 'beforeunload']) addEventListener(name, () => { const end = Date.now() + 60000; while (Date.now() < end) navigator.sendBeacon('/sink', 'x'.repeat(60000)) })`,
    'history-flood': `for (let index = 0; ; index += 1) try { history.pushState({ index, data: 'x'.repeat(100000) }, '', '?' + index) } catch {}`,
    'history-back-and-forth': `repeat(50, (index) => history.pushState(0, '', '?' + index)); setInterval(() => { history.back(); history.forward(); history.go(-20) }, 0)`,
    'reload-loop': `location.reload()`,
    'navigation-loop': `location = '?' + Math.random()`,
    'navigation-flood': `setInterval(() => repeat(1000, (index) => { location.hash = index + Math.random() }), 0)`,
    'navigation-before-load': `setInterval(() => { location = '?' + Math.random() }, 1)`,
    'window-stop': `setInterval(() => stop(), 0); document.write('<img src=/never>')`,
    'window-close': `close(); self.close(); open('', '_self'); close()`,
    'document-write-loop': `setInterval(() => { document.open(); document.write('<script>document.write("<p>" + "x".repeat(1e6))</' + 'script>') }, 0)`,
    'download-flood': `repeat(500, (index) => { const link = document.createElement('a'); link.href = '/download?' + index; link.download = 'a' + index; document.body.append(link); link.click() })`,
    'download-without-end': `const link = document.createElement('a'); link.href = '/download?flood'; link.download = 'a'; document.body.append(link); link.click()`,
    'download-of-blobs': `const data = new Uint8Array(2e7); repeat(60, (index) => { const link = document.createElement('a'); link.href = URL.createObjectURL(new Blob([data])); link.download = '../../../../tmp/a' + index; document.body.append(link); link.click() })`,
    'fullscreen-and-locks': `document.body.requestFullscreen?.().catch(() => 0); document.body.requestPointerLock?.(); navigator.keyboard?.lock?.(); navigator.wakeLock?.request().catch(() => 0); Notification.requestPermission().catch(() => 0); navigator.geolocation.getCurrentPosition(() => 0); navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).catch(() => 0); navigator.usb?.requestDevice({ filters: [] }).catch(() => 0); navigator.clipboard?.readText().catch(() => 0)`,
    debugger: `for (;;) { debugger }`,
    'debugger-everywhere': `setInterval(() => { debugger }, 0); addEventListener('load', () => { debugger; eval('debugger') })`,
  }),
  { name: 'download-as-page', address: '/download' },
  { name: 'download-as-endless-page', address: '/download?flood' },
  {
    name: 'download-in-scenario',
    html: '<a id="file" href="/download?flood">file</a>',
    steps: [
      { name: 'Download', actions: [{ open: '/' }, { click: '#file' }, { expect_download: '.*' }] },
      { name: 'Again', cleanup: true, actions: [{ click: '#file' }, { expect_download: '.*' }] },
    ],
  },
]
