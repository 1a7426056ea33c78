import { type TypeAddressRule, typeAddressRules } from './address-rules.ts'

/** The service that is proposed for a pasted address. */
export interface Proposal {
  readonly type_id: string
  readonly address: string
  readonly name: string
  readonly extended_settings: Readonly<Record<string, unknown>>
}

/** Returns a service of the check type that fits the input; null if no type does. */
export function buildProposal(typed: string): Proposal | null {
  const parsed = parseAddress(typed)
  if (parsed.host === '' || /\s/.test(typed.trim())) return null
  const type_id = chooseType(parsed)
  return type_id === null ? null : buildProposalForType(type_id, typed)
}

/**
 * Returns a service of the given check type for the input: some types have the port as a setting, and only web types
 * have paths.
 */
export function buildProposalForType(type_id: string, typed: string): Proposal {
  const { host, port, isMail } = parseAddress(typed)
  const rule = typeAddressRules.find((each) => each.type_id === type_id)
  const address = rule?.takesPath
    ? addScheme(rule, typed.trim())
    : rule?.takesPort === false || port === null || isMail
      ? host
      : `${host.includes(':') ? `[${host}]` : host}:${port}`
  return {
    type_id,
    address,
    name: host.replace(/^www\./, ''),
    extended_settings: rule?.requiresPort && port !== null ? { port } : {},
  }
}

/** Whether a service of the type is a scenario, which cannot be created without a step. */
export const isScenario = (type_id: string): boolean => Object.hasOwn(firstSteps, type_id)

/** Returns the proposal with the settings that its type requires: the first step of a scenario opens the address. */
export function withFirstStep(proposal: Proposal, name: string): Proposal {
  const buildFirstStep = firstSteps[proposal.type_id]
  if (buildFirstStep === undefined) return proposal
  const steps = [{ name, ...buildFirstStep(proposal.address) }]
  return { ...proposal, extended_settings: { ...proposal.extended_settings, steps } }
}

const firstSteps: Readonly<Record<string, (address: string) => object>> = {
  http_scenario: () => ({ url: '/' }),
  browser_scenario: (address) => ({ actions: [{ open: address }] }),
}

function chooseType({ scheme, host, port, tail, isMail }: ReturnType<typeof parseAddress>): string | null {
  if (scheme !== undefined) return findTypeId(({ schemes }) => schemes.includes(scheme)) ?? null
  if (isMail) return 'smtp'
  if (port !== null) return findTypeId(({ ports }) => ports.includes(port)) ?? 'tcp'
  if (isIp(host)) return tail === '' ? 'ping' : 'http'
  const label = /^([a-z]+)\d*\./i.exec(host)?.[1]?.toLowerCase() ?? ''
  return findTypeId(({ hosts }) => hosts.includes(label)) ?? (host.includes('.') ? 'https' : 'ping')
}

const findTypeId = (predicate: (rule: TypeAddressRule) => boolean): string | undefined =>
  typeAddressRules.find(predicate)?.type_id

/** Adds the scheme of the check type to a web address without one. */
function addScheme({ schemes: [scheme = 'https'] }: TypeAddressRule, text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${scheme}://${text}`
}

function parseAddress(typed: string) {
  const text = typed.trim()
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase()
  const withoutScheme = scheme === undefined ? text : text.slice(scheme.length + 3)
  // A mail address means the mail server of its domain.
  const isMail = scheme === undefined && /^[^\s@/]+@[^\s@/]+$/.test(withoutScheme)
  return {
    scheme,
    isMail,
    ...parseAuthority(isMail ? withoutScheme.slice(withoutScheme.indexOf('@') + 1) : withoutScheme),
  }
}

function parseAuthority(address: string): { host: string; port: number | null; tail: string } {
  const end = address.search(/[/?#]/)
  const authority = end < 0 ? address : address.slice(0, end)
  const tail = end < 0 || address.slice(end) === '/' ? '' : address.slice(end)
  const bracketed = /^\[([0-9a-f:.]+)\](?::(\d{1,5}))?$/i.exec(authority)
  if (bracketed) return { host: bracketed[1] ?? '', port: toNumber(bracketed[2]), tail }
  if (isIp(authority)) return { host: authority, port: null, tail }
  const [, host = '', port] = /^([^:@\s]+)(?::(\d{1,5}))?$/.exec(authority) ?? []
  return { host, port: toNumber(port), tail }
}

const toNumber = (text: string | undefined): number | null => (text === undefined ? null : Number(text))

const isIp = (host: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(host) || (/^[0-9a-f:]+$/i.test(host) && host.split(':').length > 2)
