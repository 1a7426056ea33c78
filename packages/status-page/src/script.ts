/**
 * Refreshes the open page every 30 seconds while it is visible. The browser revalidates by ETag, and the document is
 * changed only if its content is new. If refreshing fails, the page says so, because it would look current otherwise.
 * Everything on a page works without this script.
 */
export const pageScript = `'use strict'
;(() => {
  const intervalMs = 30000
  let last = Date.now()
  let etag = null

  async function refresh() {
    last = Date.now()
    const response = await fetch(location.href, { cache: 'no-cache', signal: AbortSignal.timeout(15000) })
    // The visit has ended: the visitor is asked for the password again.
    if (response.status === 403) return location.reload()
    if (!response.ok) throw new Error(String(response.status))
    const current = response.headers.get('etag')
    if (current === null || current !== etag) show(new DOMParser().parseFromString(await response.text(), 'text/html'))
    etag = current
  }

  function show(next) {
    const main = document.getElementById('main')
    const fresh = next.getElementById('main')
    if (main === null || fresh === null) throw new Error('no page')
    if (document.title !== next.title) document.title = next.title
    if (main.innerHTML === fresh.innerHTML) return
    const focused = main.contains(document.activeElement) ? path(document.activeElement, main) : null
    for (const details of main.querySelectorAll('details[open][id]'))
      fresh.querySelector('#' + CSS.escape(details.id))?.setAttribute('open', '')
    main.replaceChildren(...document.importNode(fresh, true).childNodes)
    if (focused !== null) follow(focused, main)?.focus({ preventScroll: true })
  }

  // The position of an element: the indexes of its ancestors among their siblings.
  function path(element, root) {
    const indexes = []
    for (let each = element; each !== root; each = each.parentElement)
      indexes.unshift([...each.parentElement.children].indexOf(each))
    return indexes
  }
  const follow = (indexes, root) => indexes.reduce((each, index) => each?.children[index], root)

  const setOffline = (isOffline) => {
    const notice = document.getElementById('offline')
    if (notice !== null) notice.hidden = !isOffline
  }

  let isBusy = false
  async function tick() {
    if (document.hidden || isBusy || Date.now() - last < intervalMs) return
    isBusy = true
    try {
      await refresh()
      setOffline(false)
    } catch {
      setOffline(true)
    }
    isBusy = false
  }
  // While the api is unavailable, the browser would show an error of its own: show it on the page instead.
  const form = document.getElementById('subscribe-form')
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const failed = document.getElementById('subscribe-failed')
    try {
      await fetch(form.action, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(10000) })
      failed.hidden = true
      form.submit()
    } catch {
      failed.hidden = false
    }
  })

  setInterval(tick, 1000)
  document.addEventListener('visibilitychange', tick)
})()
`
