import { allowAll, createGuard } from '@wachta/egress'
import type { Carriers } from '../carrier.ts'
import { lookUpByDns, lookUpBySystem } from './guarded-connector.ts'
import { type JabberSettings, openJabber } from './jabber.ts'
import { type MailSettings, openMail } from './mail.ts'
import { openPush, type PushSettings } from './push.ts'
import { openSms, type SmsSettings } from './sms.ts'
import { openVoice, type VoiceSettings } from './voice.ts'
import { openWeb, type WebLimits } from './web.ts'

/**
 * The settings of the operator. Deliveries on channels without their settings fail, except PagerDuty and Opsgenie,
 * which have default URLs.
 */
export interface CarrierSettings {
  readonly mail?: MailSettings
  readonly sms?: SmsSettings
  readonly voice?: VoiceSettings
  readonly jabber?: JabberSettings
  readonly push?: PushSettings
  readonly signal?: { readonly url: string; readonly number: string }
  readonly telegram?: { readonly url?: string; readonly token: string }
  readonly matrix?: { readonly url: string; readonly token: string }
  readonly ntfy?: { readonly url: string; readonly token?: string }
  readonly pagerduty?: { readonly url: string }
  readonly opsgenie?: { readonly url: string }
  /** Address ranges outside the public Internet to which customers can send messages. */
  readonly egressAllow?: readonly string[]
  /** Additional trusted certificate authorities, as PEM. */
  readonly authorities?: readonly string[]
  /** Timeouts for providers, if not the defaults. */
  readonly webLimits?: Partial<WebLimits>
  /** The clock for signatures. */
  readonly now?: () => Date
}

/** Opens all carriers, once per process: connections are kept and shared. */
export async function openCarriers(settings: CarrierSettings): Promise<Carriers & AsyncDisposable> {
  await using opening = new AsyncDisposableStack()
  const { authorities = [], webLimits = {}, now = () => new Date() } = settings
  const shared = { authorities, limits: webLimits, now }
  const guard = createGuard({ allow: settings.egressAllow ?? [] })
  const web = opening.use(openWeb({ ...shared, guard, lookUp: lookUpByDns }))
  const gateway = opening.use(openWeb({ ...shared, guard: allowAll, lookUp: lookUpBySystem }))

  const mail = settings.mail && opening.use(openMail(settings.mail))
  const sms = settings.sms && opening.use(openSms(settings.sms, gateway))
  const jabber = settings.jabber && opening.use(openJabber(settings.jabber))
  const voice = settings.voice && openVoice(settings.voice, gateway)
  const push = settings.push && openPush(settings.push, web)

  const { signal, telegram, matrix, ntfy, pagerduty, opsgenie } = settings
  const open = opening.move()
  return {
    web,
    gateway,
    now,
    ...(mail && { mail }),
    ...(sms && { sms }),
    ...(voice && { voice }),
    ...(jabber && { jabber }),
    ...(push && { push }),
    ...(signal && { signal }),
    ...(telegram && { telegram: { url: 'https://api.telegram.org', ...telegram } }),
    ...(matrix && { matrix }),
    ...(ntfy && { ntfy }),
    ...(pagerduty && { pagerduty }),
    ...(opsgenie && { opsgenie }),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
