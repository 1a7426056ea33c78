/** State that the browser stores while the user is at the identity provider. */
interface RoundTrip {
  /** The secret that allows only this browser to fetch the result. */
  readonly verifier: string
  /** The path to open afterwards. */
  readonly to: string
}

const storageKey = 'wachta.sso'

/** Stores a new secret for the return from the identity provider, and returns its hash for the API. */
export async function prepareRoundTrip(to: string): Promise<string> {
  const verifier = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  sessionStorage.setItem(storageKey, JSON.stringify({ verifier, to } satisfies RoundTrip))
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

/** Returns and deletes the stored state, because a result can be fetched only once. */
export function takeRoundTrip(): RoundTrip | null {
  const stored = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  if (stored === null) return null
  const { verifier, to } = JSON.parse(stored) as Partial<RoundTrip>
  return verifier && to ? { verifier, to } : null
}

/** Leaves the app for the identity provider. */
export const openIssuer = ({ authorization_url }: { readonly authorization_url: string }): void =>
  location.assign(authorization_url)

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
