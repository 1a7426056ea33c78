import { type CheckSettings, readNumberSetting, readTextSetting } from '@wachta/checks'
import type { BrowserContextOptions } from 'playwright-core'

/** The viewport of each device, and the platform in its user agent; the browser version is that of the real browser. */
const devices: Readonly<Record<string, { readonly width: number; readonly height: number; readonly mobile?: string }>> =
  {
    desktop: { width: 1366, height: 768 },
    tablet: { width: 820, height: 1180, mobile: 'Linux; Android 14; Tablet' },
    phone: { width: 390, height: 844, mobile: 'Linux; Android 14; Mobile' },
  }

/** Converts the settings of a service to the options of a browser context. */
export function buildContextOptions(settings: CheckSettings, browserVersion: string): BrowserContextOptions {
  const device = devices[readTextSetting(settings, 'device') ?? 'desktop'] ?? { width: 1366, height: 768 }
  const userAgent =
    readTextSetting(settings, 'user_agent') ?? (device.mobile && buildMobileAgent(device.mobile, browserVersion))
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

/** Browsers tell only the first part of their version. */
const buildMobileAgent = (system: string, version: string): string =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version.split('.')[0]}.0.0.0 ${system.endsWith('Mobile') ? 'Mobile ' : ''}Safari/537.36`
