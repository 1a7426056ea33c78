import type { Localized } from '@wachta/domain'
import { ForbiddenAddress } from '@wachta/egress'

/** Everything that can be wrong with an issuer, in plain words for the administrator who sets it up. */
const texts = {
  address_forbidden: {
    en: 'The address is in a network that this installation does not connect to. Ask the operator to allow its range (EGRESS_ALLOW).',
    pl: 'Adres leży w sieci, z którą ta instalacja się nie łączy. Poproś operatora o dopuszczenie zakresu (EGRESS_ALLOW).',
  },
  unknown_host: {
    en: 'The host name is unknown. Check the issuer for typing errors.',
    pl: 'Nazwa hosta jest nieznana. Sprawdź, czy w adresie wystawcy nie ma literówki.',
  },
  unreachable: {
    en: 'The server does not accept connections.',
    pl: 'Serwer nie przyjmuje połączeń.',
  },
  timeout: {
    en: 'The server did not answer in time.',
    pl: 'Serwer nie odpowiedział na czas.',
  },
  certificate: {
    en: 'The TLS certificate of the server is not valid.',
    pl: 'Certyfikat TLS serwera jest nieprawidłowy.',
  },
  answer_too_large: {
    en: 'The answer is too large for an OpenID Connect issuer.',
    pl: 'Odpowiedź jest zbyt duża jak na wystawcę.',
  },
  not_an_issuer: {
    en: 'The answer is not the configuration of an OpenID Connect issuer. Enter the issuer without /.well-known/openid-configuration.',
    pl: 'Odpowiedź nie jest konfiguracją wystawcy OpenID Connect. Podaj wystawcę bez /.well-known/openid-configuration.',
  },
  issuer_differs: {
    en: 'The configuration names another issuer. Enter the issuer exactly as it is written there, including any slash at the end.',
    pl: 'Konfiguracja podaje innego wystawcę. Wpisz go dokładnie tak, jak jest tam zapisany, razem z ewentualnym ukośnikiem na końcu.',
  },
  no_keys: {
    en: 'The issuer publishes no keys that signatures could be verified with.',
    pl: 'Wystawca nie publikuje kluczy, którymi można sprawdzić podpisy.',
  },
  client_rejected: {
    en: 'The issuer rejects our client: client ID or client secret is wrong.',
    pl: 'Wystawca odrzuca naszego klienta: identyfikator lub sekret klienta jest błędny.',
  },
  redirect_uri_rejected: {
    en: 'The issuer does not accept the request. Check that the redirect URI is registered exactly as shown.',
    pl: 'Wystawca nie przyjmuje żądania. Sprawdź, czy adres przekierowania jest zarejestrowany dokładnie tak, jak podano.',
  },
  issuer_rejected: {
    en: 'The issuer rejected the sign-in, or the user cancelled it.',
    pl: 'Wystawca odrzucił logowanie albo użytkownik je anulował.',
  },
  code_rejected: {
    en: 'The issuer did not accept the code of the sign-in. Start again.',
    pl: 'Wystawca nie przyjął kodu logowania. Zacznij od nowa.',
  },
  token_invalid: {
    en: 'The answer of the issuer is not trustworthy: it is not meant for this sign-in, or its signature is wrong.',
    pl: 'Odpowiedź wystawcy nie jest wiarygodna: nie dotyczy tego logowania albo ma zły podpis.',
  },
  unknown_key: {
    en: 'The answer is signed with a key that the issuer does not publish. After a change of keys, try again in a minute.',
    pl: 'Odpowiedź podpisano kluczem, którego wystawca nie publikuje. Po zmianie kluczy spróbuj ponownie za minutę.',
  },
  clock: {
    en: 'The times in the answer are wrong. Check the clocks of the issuer and of this installation.',
    pl: 'Czasy w odpowiedzi są błędne. Sprawdź zegary wystawcy i tej instalacji.',
  },
} as const satisfies Record<string, Localized>

export type ProblemCode = keyof typeof texts

export const getProblemText = (code: ProblemCode, language: string): string =>
  texts[code][language === 'pl' ? 'pl' : 'en']

/** Something that is wrong with an issuer or its answer. */
export class IssuerProblem extends Error {
  override readonly name = 'IssuerProblem'
  readonly code: ProblemCode
  constructor(code: ProblemCode) {
    super(code)
    this.code = code
  }
}

/** Returns the problem that an error of the library or of the network indicates. */
export function toProblem(error: unknown): ProblemCode {
  for (const cause of listCauses(error)) {
    if (cause instanceof IssuerProblem) return cause.code
    if (cause instanceof ForbiddenAddress) return 'address_forbidden'
    const byCode = codes[String((cause as { code?: unknown }).code)]
    const byError = errors[String((cause as { error?: unknown }).error)]
    const found = byError ?? byCode ?? names[cause.name] ?? findProblem(cause.message)
    if (found !== undefined) return found
  }
  return 'token_invalid'
}

function listCauses(error: unknown): Error[] {
  const causes: Error[] = []
  // The innermost cause says the most.
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = cause.cause) causes.unshift(cause)
  return causes
}

const errors: Readonly<Record<string, ProblemCode>> = {
  invalid_client: 'client_rejected',
  unauthorized_client: 'client_rejected',
  invalid_grant: 'code_rejected',
  invalid_request: 'redirect_uri_rejected',
  access_denied: 'issuer_rejected',
  login_required: 'issuer_rejected',
  interaction_required: 'issuer_rejected',
  consent_required: 'issuer_rejected',
}

const codes: Readonly<Record<string, ProblemCode>> = {
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'timeout',
  CERT_HAS_EXPIRED: 'certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  EPROTO: 'certificate',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'issuer_rejected',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'issuer_differs',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_KEY_SELECTION_FAILED: 'unknown_key',
  OAUTH_RESPONSE_IS_NOT_JSON: 'not_an_issuer',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'not_an_issuer',
  OAUTH_PARSE_ERROR: 'not_an_issuer',
  OAUTH_MISSING_SERVER_METADATA: 'not_an_issuer',
  OAUTH_INVALID_SERVER_METADATA: 'not_an_issuer',
}

const names: Readonly<Record<string, ProblemCode>> = { TimeoutError: 'timeout', AbortError: 'timeout' }

const findProblem = (message: string): ProblemCode | undefined =>
  message.startsWith('the answer has more than')
    ? 'answer_too_large'
    : message === 'the issuer publishes no keys'
      ? 'no_keys'
      : undefined
