/** How a page of the shop looks while it loads, and with faults. */
export interface ShopLook {
  /** How much is loaded: nothing, the layout, the texts, or everything. */
  readonly loaded?: 0 | 1 | 2 | 3
  readonly banner?: string
  readonly view?: 'home' | 'login' | 'basket'
  readonly isBroken?: boolean
}

const goods = [
  'Buty zimowe',
  'Kurtka puchowa',
  'Czapka z wełny',
  'Rękawice',
  'Szalik',
  'Plecak 30 l',
  'Kijki',
  'Skarpety',
]
const colors = ['#8fb3d9', '#d9a38f', '#a6c9a1', '#c6a1c9', '#d9cf8f', '#8fd1d9', '#b8b8c4', '#e0b0a0']

const card = (name: string, place: number, { loaded, isBroken }: ShopLook) => `<li>
  <div style="height:150px;border-radius:8px;background:${loaded === 3 && !isBroken ? colors[place] : '#eceff3'}"></div>
  <b>${loaded === 1 ? '&nbsp;' : name}</b><span>${loaded === 1 ? '&nbsp;' : `${(place + 3) * 29},00 zł`}</span></li>`

const views = {
  home: (look: ShopLook) => `<h1>Zima w górach</h1><p>Do 30% taniej, tylko do niedzieli.</p>
<ul>${goods.map((name, place) => card(name, place, look)).join('')}</ul>`,
  login: () => `<h1>Zaloguj się</h1><form><label>E-mail<input value="anna@example.com"></label>
<label>Hasło<input type="password" value="tajne"></label><button>Zaloguj się</button></form>`,
  basket: ({ isBroken = false }: ShopLook) =>
    isBroken
      ? '<h1>Koszyk</h1><p class="error">Nie udało się wczytać koszyka. Spróbuj ponownie później.</p>'
      : '<h1>Koszyk</h1><p>Buty zimowe, 1 szt., 87,00 zł</p><button>Do kasy</button>',
}

/** The HTML of a small shop, for realistic screenshots. */
export function shopPage(look: ShopLook = {}): string {
  const { loaded = 3, banner, view = 'home' } = look
  if (loaded === 0) return '<!doctype html><title>Sklep</title>'
  return `<!doctype html><html lang="pl"><meta charset="utf-8"><title>Sklep</title><style>
* { box-sizing: border-box; margin: 0 }
body { font: 16px/1.4 "DejaVu Sans", sans-serif; color: #20252b; background: #fff }
header { display: flex; gap: 32px; align-items: center; padding: 18px 48px; background: #1f3a5f; color: #fff }
header b { font-size: 22px } header span { opacity: .85 }
.banner { padding: 14px 48px; background: #b3261e; color: #fff; font-weight: bold }
main { padding: 32px 48px } h1 { margin-bottom: 8px } p { margin-bottom: 24px }
ul { display: grid; grid-template-columns: repeat(4, 1fr); gap: 24px; list-style: none; padding: 0 }
li b, li span { display: block; margin-top: 8px } form { display: grid; gap: 16px; max-width: 320px }
label { display: grid; gap: 4px } input { padding: 8px; border: 1px solid #9aa3ad; border-radius: 6px; font: inherit }
button { padding: 10px 20px; border: 0; border-radius: 6px; background: #1f6f43; color: #fff; font: inherit }
.error { padding: 16px; border: 2px solid #b3261e; border-radius: 8px; color: #b3261e; max-width: 640px }
</style><header><b>Sklep Pod Szczytem</b><span>Buty</span><span>Odzież</span><span>Sprzęt</span><span>Koszyk (1)</span></header>
${banner ? `<div class="banner">${banner}</div>` : ''}<main>${views[view](look)}</main></html>`
}
