import { type CheckSettings, readNumberSetting, readTextSetting } from '@wachta/checks'
import type { BrowserContextOptions } from 'playwright-core'

/** What a device looks like to a page, without the version of its browser, which is that of the real one. */
const devices: Readonly<Record<string, { readonly width: number; readonly height: number; readonly mobile?: string }>> =
  {
    desktop: { width: 1366, height: 768 },
    tablet: { width: 820, height: 1180, mobile: 'Linux; Android 14; Tablet' },
    phone: { width: 390, height: 844, mobile: 'Linux; Android 14; Mobile' },
  }

/** The settings of a service as those of a browser window. */
export function buildContextOptions(settings: CheckSettings): BrowserContextOptions {
  const device = devices[readTextSetting(settings, 'device') ?? 'desktop'] ?? { width: 1366, height: 768 }
  const userAgent = readTextSetting(settings, 'user_agent') ?? (device.mobile && mobileAgent(device.mobile))
  return {
    viewport: {
      width: readNumberSetting(settings, 'viewport_width') ?? device.width,
      height: readNumberSetting(settings, 'viewport_height') ?? device.height,
    },
    ...(device.mobile && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
    ...(userAgent && { userAgent }),
    locale: readTextSetting(settings, 'language') ?? 'en-US',
    // Files stay in the jail, whose size is bounded.
    acceptDownloads: true,
  }
}

const mobileAgent = (system: string): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 ${system.endsWith('Mobile') ? 'Mobile ' : ''}Safari/537.36`
