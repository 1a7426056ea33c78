/** The pages of the shop. */
export const pages = {
  home: () => page('Wheels and more', '<p>Bicycles since 1987.</p><a href="/login">Log in</a>'),
  login: (error = '') =>
    page(
      'Log in',
      `<form method="post"><p role="alert">${error}</p>
<label>E-mail <input name="email" type="email" id="email"></label>
<label>Password <input name="password" type="password" id="password"></label>
<button>Log in</button></form>`,
    ),
  code: (error = '') =>
    page(
      'Confirm it is you',
      `<form method="post"><p role="alert">${error}</p><label>One-time code <input name="code" inputmode="numeric"></label>
<button>Confirm</button></form>`,
    ),
  products: (isBroken: boolean, hasBanner: boolean) =>
    page(
      'Products',
      `<ul><li>City bicycle, 1,299.00 <button data-testid="add">Add to cart</button></li></ul>
<p>Cart: <span id="count">0 items</span></p><a href="/cart">Go to cart</a>
${hasBanner ? '<div id="consent" style="position:fixed;inset:0;background:#fffd">We use cookies</div>' : ''}
<script>document.querySelector('button').onclick = async () => {
  ${isBroken ? 'throw new Error("cart is not defined")' : ''}
  const { items } = await (await fetch('/cart/add', { method: 'POST' })).json()
  document.querySelector('#count').textContent = items + ' item' }</script>`,
    ),
  cart: () =>
    page('Cart', '<p>Total: <strong id="total">1,299.00</strong></p><a href="/checkout" role="button">Checkout</a>'),
  /** The customer enters the card in a frame of the payment provider. */
  checkout: (payment: string, frame: string, isDisabled: boolean) =>
    page(
      'Checkout',
      `<iframe id="card" title="Card" src="${frame}/card" width="400" height="120"></iframe>
<form action="${payment}/pay"><input type="hidden" name="order" value="1001">
<label>Delivery <select name="delivery"><option value="courier">Courier</option><option value="shop">Pick up</option></select></label>
<button ${isDisabled ? 'disabled' : ''}>Pay 1,299.00</button></form>`,
    ),
  card: () => page('Card', '<label>Card number <input name="card" inputmode="numeric"></label>'),
  done: () =>
    page(
      'Thank you',
      '<p>Order <b id="order" data-order="1001">1001</b> is paid.</p><a href="/invoice">Invoice</a> <a href="/logout">Log out</a>',
    ),
}

const page = (title: string, body: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.5 sans-serif;max-width:640px;margin:2rem auto}label{display:block;margin:.5rem 0}</style>
<h1>${title}</h1>${body}</html>`
