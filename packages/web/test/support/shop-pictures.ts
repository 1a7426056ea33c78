import { openBrowser } from '../e2e/visit.ts'
import { type ShopLook, shopPage } from './shop-page.ts'

/** Screenshots of the shop, as browser checks take them. */
export interface ShopPictures {
  readonly good: Buffer
  readonly failed: Buffer
  readonly home: Buffer
  readonly login: Buffer
  readonly basket: Buffer
  readonly brokenBasket: Buffer
  /** Pictures taken while it loads, each 320 pixels wide. */
  readonly frames: readonly Buffer[]
}

const size = { width: 1280, height: 800 }

/** Takes the pictures with the browser of the end-to-end tests. */
export async function takeShopPictures(): Promise<ShopPictures> {
  await using browser = await openBrowser()
  const large = await (await browser.newContext({ viewport: size })).newPage()
  const small = await (await browser.newContext({ viewport: size, deviceScaleFactor: 0.25 })).newPage()
  const take = async (look: ShopLook, page = large) => {
    await page.setContent(shopPage(look))
    return page.screenshot({ type: 'jpeg', quality: 60 })
  }
  const stages: Buffer[] = []
  for (const look of [{ loaded: 1 }, { loaded: 2 }, failedLook] as const) {
    const picture = await take(look, small)
    stages.push(picture, picture)
  }
  const good = await take({})
  return {
    good,
    failed: await take(failedLook),
    home: good,
    login: await take({ view: 'login' }),
    basket: await take({ view: 'basket' }),
    brokenBasket: await take({ view: 'basket', isBroken: true }),
    frames: [await take({ loaded: 0 }, small), ...stages],
  }
}

const failedLook: ShopLook = { isBroken: true, banner: 'Trwają prace. Zdjęcia produktów są chwilowo niedostępne.' }
