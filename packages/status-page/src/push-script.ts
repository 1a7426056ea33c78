/**
 * Lets visitors switch push messages on; the box stays hidden in browsers without them. The worker is registered only
 * when the visitor asks for it. A script on another site cannot read the response of the API. If the API did not accept
 * the subscription, the browser blocks the response altogether, and the script removes the subscription again.
 */
export const pushScript = `'use strict'
;(() => {
  const root = new URL('.', document.currentScript.src)
  const box = document.getElementById('push')
  const form = document.getElementById('subscribe-form')
  const isSupported = isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (box === null || form === null || !isSupported || Notification.permission === 'denied') return
  const [start, stop] = box.querySelectorAll('button')
  const key = Uint8Array.from(atob(box.dataset.key.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))

  const find = async () => (await navigator.serviceWorker.getRegistration(root))?.pushManager.getSubscription()

  function show(state) {
    start.hidden = state === 'on'
    stop.hidden = state !== 'on'
    for (const each of box.querySelectorAll('[data-state]')) each.hidden = each.dataset.state !== state
  }

  const post = (fields) =>
    fetch(form.action, {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(15000),
    })

  async function subscribe() {
    if ((await Notification.requestPermission()) !== 'granted') return Notification.permission === 'denied' ? 'blocked' : 'off'
    await navigator.serviceWorker.register(new URL('push-worker.js', root), { scope: root.pathname, updateViaCache: 'none' })
    const { pushManager } = await navigator.serviceWorker.ready
    // Browsers reject a new key while there is a subscription for a former one.
    const former = await pushManager.getSubscription()
    if (former !== null && !isCurrent(former)) await former.unsubscribe()
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    const { endpoint, keys } = subscription.toJSON()
    const chosen = [...new FormData(form)].filter(([name]) => name === 'language' || name === 'component')
    try {
      await post([...chosen, ['endpoint', endpoint], ['p256dh', keys.p256dh], ['auth', keys.auth]])
      return 'on'
    } catch {
      await subscription.unsubscribe()
      return 'failed'
    }
  }

  // The subscription ends even if the request to the api fails, because the push service knows.
  async function unsubscribe() {
    const subscription = await find()
    await subscription?.unsubscribe()
    if (subscription) await post([['endpoint', subscription.endpoint], ['ended', '1']]).catch(() => {})
    return 'off'
  }

  async function act(button, action) {
    button.disabled = true
    const state = await action().catch(() => 'failed')
    button.disabled = false
    show(state)
    const other = state === 'on' ? stop : start
    if (document.activeElement === document.body || document.activeElement === button) other.focus()
  }
  start.addEventListener('click', () => act(start, subscribe))
  stop.addEventListener('click', () => act(stop, unsubscribe))

  // A subscription for a former key of the installation gets no more messages.
  const isCurrent = ({ options: { applicationServerKey: own } }) => own === null || String(new Uint8Array(own)) === String(key)
  find().then(
    (subscription) => {
      show(subscription && isCurrent(subscription) ? 'on' : 'off')
      box.hidden = false
    },
    () => {},
  )
})()
`
