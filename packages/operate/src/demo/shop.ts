import { type Behaviour, computeBehaviour } from './behaviour.ts'

/** A complete answer of a demo server. */
export interface DemoAnswer extends Behaviour {
  readonly type: string
  readonly content: string
}

/**
 * The numbers, counted from 1, of two services of the demo: the page with the offers, and an order. They select how
 * long answers take and when they fail.
 */
export const shopServiceNumbers = { offers: 15, orders: 16 } as const

/** The texts that a check of the shop waits for. */
export const shopTexts = {
  offer: 'Storm lantern',
  inCart: '1 lantern in your cart',
  ordered: 'Thank you for your order',
  refused: 'Sorry, we cannot take your order right now',
} as const

/** The server's share of the response time; the browser itself needs the rest. */
const serverShare = 0.6

/**
 * A small shop whose pages are always answered with status 200. Only their resources fail from time to time: the script
 * that lists the offers, and the address that takes orders. Only a browser notices.
 */
export function answerDemoShop(path: string, time: number): DemoAnswer | undefined {
  switch (path) {
    case '/shop/':
      return { ...createAnswer(htmlType, homePage), delay: computeDelayMs('offers', time) }
    case '/shop/lantern':
      return { ...createAnswer(htmlType, lanternPage), delay: computeDelayMs('orders', time) }
    case '/shop/style.css':
      return createAnswer('text/css', style)
    case '/shop/lantern.svg':
      return createAnswer('image/svg+xml', picture)
    case '/shop/offers.js':
      return isFailing('offers', time) ? outOfOrder : createAnswer('text/javascript', offersScript)
    case '/shop/orders':
      return isFailing('orders', time) ? outOfOrder : createAnswer('application/json', '{"number":1001}')
    default:
      return undefined
  }
}

type ShopPart = keyof typeof shopServiceNumbers

const htmlType = 'text/html; charset=utf-8'
const createAnswer = (type: string, content: string): DemoAnswer => ({ status: 200, type, content, delay: 5 })
const outOfOrder: DemoAnswer = { ...createAnswer('text/plain', 'Out of order, on purpose.\n'), status: 503 }

const isFailing = (part: ShopPart, time: number): boolean =>
  computeBehaviour(`/fails/${shopServiceNumbers[part]}`, time)?.status !== 200

const computeDelayMs = (part: ShopPart, time: number): number =>
  Math.round(serverShare * (computeBehaviour(`/steady/${shopServiceNumbers[part]}`, time)?.delay ?? 0))

const renderPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="stylesheet" href="/shop/style.css">
<header><b>Anna’s shop</b> Light for dark evenings</header>
<main><h1>${title}</h1>${body}</main></html>
`

const homePage = renderPage('Offers of the week', '<ul id="offers"></ul><script src="/shop/offers.js"></script>')

const offersScript = `const offers = [['Storm lantern', '39.00'], ['Reading lamp', '54.00'], ['Candles, 12 pieces', '9.50']]
document.querySelector('#offers').innerHTML = offers
  .map(([name, price]) => '<li><img src="/shop/lantern.svg" width="96" height="96" alt=""><a href="/shop/lantern">' + name + '</a><b>' + price + '</b></li>')
  .join('')
`

const lanternPage = renderPage(
  'Storm lantern',
  `<img src="/shop/lantern.svg" width="192" height="192" alt="">
<p>Burns for twenty hours, in any wind. <b>39.00</b></p>
<button id="add">Add to cart</button>
<form hidden><p id="cart">${shopTexts.inCart}</p><label>E-mail <input type="email" required></label> <button>Place order</button></form>
<p id="outcome" role="status"></p>
<script>
const [form, outcome] = ['form', '#outcome'].map((each) => document.querySelector(each))
document.querySelector('#add').onclick = () => { form.hidden = false }
form.onsubmit = async (event) => {
  event.preventDefault()
  const response = await fetch('/shop/orders', { method: 'POST' })
  outcome.textContent = response.ok ? '${shopTexts.ordered}' : '${shopTexts.refused}'
  if (!response.ok) console.error('order refused with status ' + response.status)
}
</script>`,
)

const style = `body { margin: 0; font: 17px/1.5 system-ui, sans-serif; color: #2b2118; background: #fbf6ee }
header { padding: 1rem 2rem; background: #2b2118; color: #f4d9a8 }
header b { margin-right: 1rem; color: #fff }
main { max-width: 60rem; margin: 1rem auto; padding: 0 2rem }
ul { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; padding: 0; list-style: none }
li { display: grid; justify-items: center; gap: .5rem; padding: 1.5rem; background: #fff; border-radius: .5rem }
button { padding: .5rem 1rem; border: 0; border-radius: .25rem; color: #fff; background: #b4501e; font: inherit }
`

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path d="M36 24h24l6 12v36H30V36z" fill="#f4d9a8" stroke="#2b2118" stroke-width="4"/>
<path d="M48 42c10 12 8 22 0 22s-10-10 0-22z" fill="#e0762b"/><path d="M28 76h40M40 24c0-12 16-12 16 0" fill="none" stroke="#2b2118" stroke-width="4"/></svg>
`
