import { CheckFailure } from '../failure.ts'
import type { TlsOptions } from '../network/network.ts'
import { parseEndpoint } from '../types/address.ts'
import type { CheckTarget } from '../types/check-target.ts'
import { readFlagSetting, readNumberSetting, readTextSetting } from '../types/read-settings.ts'
import type { CheckSettings } from '../types/setting.ts'

export interface Login {
  readonly username: string
  readonly password: string
}

/** How to reach and log in to a service, from its settings. */
export interface LoginAccess {
  readonly host: string
  readonly port: number
  readonly timeout: number
  readonly encryption: 'none' | 'starttls' | 'tls'
  readonly security: TlsOptions
  readonly login: Login | null
  /** How to encrypt from the first byte; null for STARTTLS and for no encryption. */
  readonly tls: TlsOptions | null
  /** Whether the connection must be encrypted before a secret is sent. */
  readonly confidential: boolean
}

/** Reads the settings that `accessSettings` describes. */
export function readAccess(
  { address, settings }: CheckTarget,
  defaultPorts: Readonly<Record<string, number>>,
): LoginAccess {
  const encryption = readEncryption(settings)
  const { host, port } = parseEndpoint(address)
  const security = {
    servername: host,
    verify: readFlagSetting(settings, 'verify_certificate'),
    expiryDays: readNumberSetting(settings, 'certificate_expiry_days'),
  }
  return {
    host,
    port: port ?? readNumberSetting(settings, 'port') ?? defaultPorts[encryption] ?? 0,
    timeout: readNumberSetting(settings, 'timeout') ?? 0,
    encryption,
    security,
    login: readLogin(settings),
    tls: encryption === 'tls' ? security : null,
    confidential: encryption !== 'none',
  }
}

/** How to reach a service without a login and without encryption, from its settings. */
export function readEndpoint({ address, settings }: CheckTarget, defaultPort: number) {
  const { host, port } = parseEndpoint(address)
  return {
    host,
    port: port ?? readNumberSetting(settings, 'port') ?? defaultPort,
    timeout: readNumberSetting(settings, 'timeout') ?? 0,
    maximumResponseTime: readNumberSetting(settings, 'maximum_response_time'),
    tls: null,
    confidential: false,
  }
}

function readEncryption(settings: CheckSettings): LoginAccess['encryption'] {
  const { encryption } = settings
  if (encryption === 'none' || encryption === 'starttls' || encryption === 'tls') return encryption
  throw new CheckFailure('settings_invalid', `unknown encryption: ${encryption}`)
}

function readLogin(settings: CheckSettings): Login | null {
  const username = readTextSetting(settings, 'username')
  const password = readTextSetting(settings, 'password')
  if (username === null && password === null) return null
  if (username === null || password === null)
    throw new CheckFailure('settings_invalid', 'a login needs both a username and a password')
  // Checked before the first byte is sent, and again with every line.
  if (/[\r\n\0]/.test(username + password))
    throw new CheckFailure('settings_invalid', 'a login cannot contain line breaks')
  return { username, password }
}
