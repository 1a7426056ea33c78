import type { Localized } from '@wachta/domain'

/** One kind of error: its code, its HTTP status, the message for end users, and the description for developers. */
export interface ErrorKind {
  readonly code: number
  readonly status: number
  readonly message: Localized
  readonly description: string
}

/**
 * Every error that the API can answer with. Groups: 1xxx the request, 2xxx authentication, 3xxx permission,
 * 4xxx objects and their state, 5xxx package limits, 9xxx the installation. Codes and symbols are never reused.
 */
export const catalogue = {
  malformed_json: {
    code: 1001,
    status: 400,
    message: { pl: 'Treść żądania nie jest poprawnym dokumentem JSON.', en: 'The request body is not valid JSON.' },
    description: 'The body could not be parsed. Send one JSON document in UTF-8.',
  },
  duplicate_key: {
    code: 1002,
    status: 400,
    message: {
      pl: 'Ten klucz występuje w obiekcie więcej niż raz.',
      en: 'This key appears more than once in its object.',
    },
    description: 'Parsers disagree on which of two equal keys counts, so both are rejected. Send each key once.',
  },
  unsupported_media_type: {
    code: 1003,
    status: 415,
    message: { pl: 'Treść żądania musi być w formacie JSON.', en: 'The request body must be JSON.' },
    description: 'Send the header Content-Type: application/json.',
  },
  body_too_large: {
    code: 1004,
    status: 413,
    message: { pl: 'Treść żądania jest za duża.', en: 'The request body is too large.' },
    description: 'A body can have at most 1 MiB. Split the request.',
  },
  missing_body: {
    code: 1005,
    status: 400,
    message: { pl: 'Brakuje treści żądania.', en: 'The request body is missing.' },
    description: 'This operation needs a JSON body.',
  },
  unknown_operation: {
    code: 1006,
    status: 404,
    message: { pl: 'Nie ma takiej operacji.', en: 'This operation does not exist.' },
    description: 'No operation is served under this method and path. See /v3/public/doc/.',
  },
  malformed_request: {
    code: 1007,
    status: 400,
    message: { pl: 'Żądanie jest niepoprawne.', en: 'The request is malformed.' },
    description: 'The address or the headers could not be read as HTTP.',
  },
  missing_field: {
    code: 1010,
    status: 400,
    message: { pl: 'To pole jest wymagane.', en: 'This field is required.' },
    description: 'A required property is missing.',
  },
  unknown_field: {
    code: 1011,
    status: 400,
    message: { pl: 'Nie ma takiego pola.', en: 'This field does not exist.' },
    description: 'The object accepts only the properties that its schema defines.',
  },
  wrong_type: {
    code: 1012,
    status: 400,
    message: {
      pl: 'Wartość ma nieprawidłowy typ (oczekiwany: {expected}).',
      en: 'The value has the wrong type (expected: {expected}).',
    },
    description: 'The JSON type of the value does not match the schema.',
  },
  wrong_format: {
    code: 1013,
    status: 400,
    message: { pl: 'Wartość ma nieprawidłowy format.', en: 'The value has the wrong format.' },
    description: 'The value does not match the pattern or format of the schema.',
  },
  not_an_allowed_value: {
    code: 1014,
    status: 400,
    message: {
      pl: 'Niedozwolona wartość. Dozwolone: {allowed}.',
      en: 'This value is not allowed. Allowed: {allowed}.',
    },
    description: 'The value is not one of the enumerated ones.',
  },
  too_short: {
    code: 1015,
    status: 400,
    message: {
      pl: 'Za krótkie: wymagana liczba znaków to co najmniej {limit}.',
      en: 'Too short: use {limit} or more characters.',
    },
    description: 'The string has fewer characters than the schema requires.',
  },
  too_long: {
    code: 1016,
    status: 400,
    message: {
      pl: 'Za długie: dozwolona liczba znaków to najwyżej {limit}.',
      en: 'Too long: use {limit} or fewer characters.',
    },
    description: 'The string has more characters than the schema allows.',
  },
  too_small: {
    code: 1017,
    status: 400,
    message: { pl: 'Podaj liczbę {limit} lub większą.', en: 'Enter {limit} or more.' },
    description: 'The number is below the minimum of the schema.',
  },
  too_large: {
    code: 1018,
    status: 400,
    message: { pl: 'Podaj liczbę {limit} lub mniejszą.', en: 'Enter {limit} or less.' },
    description: 'The number is above the maximum of the schema.',
  },
  too_few_items: {
    code: 1019,
    status: 400,
    message: { pl: 'Za mało pozycji: wymagane co najmniej {limit}.', en: 'Too few: at least {limit} needed.' },
    description: 'The array has fewer items than the schema requires.',
  },
  too_many_items: {
    code: 1020,
    status: 400,
    message: { pl: 'Za dużo pozycji: dozwolone najwyżej {limit}.', en: 'Too many: at most {limit} allowed.' },
    description: 'The array has more items than the schema allows.',
  },
  repeated_item: {
    code: 1021,
    status: 400,
    message: { pl: 'Elementy nie mogą się powtarzać.', en: 'Items must not repeat.' },
    description: 'Each item can be in the array only once.',
  },
  forbidden_character: {
    code: 1022,
    status: 400,
    message: { pl: 'Tekst zawiera niedozwolony znak.', en: 'The text contains a character that is not allowed.' },
    description: 'Text must be well-formed Unicode without U+0000.',
  },
  inexact_number: {
    code: 1023,
    status: 400,
    message: { pl: 'Tej liczby nie da się zapisać dokładnie.', en: 'This number cannot be stored exactly.' },
    description: 'Integers must be between -(2^53 - 1) and 2^53 - 1.',
  },
  read_only_field: {
    code: 1024,
    status: 400,
    message: { pl: 'Tego pola nie można zmienić.', en: 'This field cannot be changed.' },
    description: 'You can send the field back with the value that you read, but not with another one.',
  },
  pattern_too_large: {
    code: 1025,
    status: 400,
    message: {
      pl: 'Wyrażenie regularne jest za duże: zmniejsz liczby powtórzeń i zakresy znaków.',
      en: 'The regular expression is too large: use smaller repeat counts and character ranges.',
    },
    description:
      'A regular expression may compile to at most 2,000 instructions, and all of one service together to 50,000. Repeat counts multiply: (a{1,100}){1,20} needs some 4,000.',
  },
  wrong_idempotency_key: {
    code: 1030,
    status: 400,
    message: { pl: 'Nagłówek Idempotency-Key jest niepoprawny.', en: 'The Idempotency-Key header is not valid.' },
    description: 'Idempotency-Key must have 1 to 255 printable ASCII characters.',
  },
  idempotency_key_reused: {
    code: 1031,
    status: 422,
    message: {
      pl: 'Ten klucz został już użyty do innego żądania.',
      en: 'This key was already used for a different request.',
    },
    description: 'The same Idempotency-Key was sent with another operation or body within 24 hours. Use a new key.',
  },
  too_many_requests: {
    code: 1040,
    status: 429,
    message: {
      pl: 'Za dużo żądań. Spróbuj ponownie za {seconds} s.',
      en: 'Too many requests. Try again in {seconds} s.',
    },
    description: 'The request limit of the account or of the IP address is reached. Wait for the time in Retry-After.',
  },
  too_many_streams: {
    code: 1041,
    status: 429,
    message: {
      pl: 'Podgląd na żywo jest już otwarty {maximum} razy. Zamknij jedną z kart.',
      en: 'The live view is already open {maximum} times. Close one of the tabs.',
    },
    description: 'The number of open streams per account is limited. Close one, or share one stream.',
  },
  too_many_series: {
    code: 1042,
    status: 400,
    message: {
      pl: 'Usług jest więcej niż {maximum}. Wybierz jedną grupę.',
      en: 'There are more than {maximum} services. Select one group.',
    },
    description: 'Limit the request with group_id, or read page by page with offset.',
  },
  authentication_required: {
    code: 2001,
    status: 401,
    message: { pl: 'Zaloguj się.', en: 'Sign in.' },
    description: 'Send Authorization: Basic, or Bearer with a session token or an API key.',
  },
  wrong_credentials: {
    code: 2002,
    status: 401,
    message: { pl: 'Nieprawidłowa nazwa użytkownika lub hasło.', en: 'Wrong username or password.' },
    description: 'Accounts with 2FA cannot use Basic authentication: create a session and verify it.',
  },
  invalid_session: {
    code: 2003,
    status: 401,
    message: { pl: 'Sesja wygasła. Zaloguj się ponownie.', en: 'The session has expired. Sign in again.' },
    description: 'The token is unknown, has expired, or belongs to a session that was ended.',
  },
  session_not_verified: {
    code: 2004,
    status: 401,
    message: { pl: 'Podaj kod jednorazowy.', en: 'Enter the one-time code.' },
    description: 'The account uses 2FA: call POST /sessions/{_id}/2fa/verify first.',
  },
  account_not_activated: {
    code: 2005,
    status: 403,
    message: {
      pl: 'Konto nie jest aktywne. Otwórz link z wiadomości e-mail.',
      en: 'The account is not activated. Open the link in the e-mail.',
    },
    description: 'The e-mail address of the account is not confirmed yet.',
  },
  account_blocked: {
    code: 2006,
    status: 403,
    message: { pl: 'Konto jest zablokowane.', en: 'The account is blocked.' },
    description: 'The account, or the account it acts for, is blocked or closed.',
  },
  address_not_allowed: {
    code: 2007,
    status: 403,
    message: {
      pl: 'Z tego adresu IP nie można korzystać z konta.',
      en: 'The account cannot be used from this IP address.',
    },
    description: 'The account has an IP allow-list and the address of this request is not on it.',
  },
  too_many_attempts: {
    code: 2008,
    status: 429,
    message: {
      pl: 'Za dużo prób. Spróbuj ponownie za {seconds} s.',
      en: 'Too many attempts. Try again in {seconds} s.',
    },
    description: 'Attempts are counted per account, recipient or IP address. Wait for the time in Retry-After.',
  },
  wrong_code: {
    code: 2009,
    status: 422,
    message: { pl: 'Kod jednorazowy jest nieprawidłowy.', en: 'The one-time code is wrong.' },
    description: 'The code does not match, or was used already. Each code works once.',
  },
  invalid_token: {
    code: 2010,
    status: 422,
    message: {
      pl: 'Link jest nieprawidłowy lub wygasł. Poproś o nowy.',
      en: 'The link is wrong or has expired. Request a new one.',
    },
    description: 'The account or the token is unknown, or the token was used or has expired.',
  },
  two_factor_setup_required: {
    code: 2011,
    status: 403,
    message: {
      pl: 'Najpierw skonfiguruj uwierzytelnianie dwuskładnikowe.',
      en: 'Set up two-factor authentication first.',
    },
    description:
      'Until 2FA is on or a passkey is added, this account can call only the operations that set one of them up.',
  },
  administrator_scope_refused: {
    code: 2012,
    status: 403,
    message: { pl: 'To konto nie jest kontem administratora.', en: 'This is not an administrator account.' },
    description: 'Only administrators can have the scope administrator.',
  },
  too_busy: {
    code: 2013,
    status: 503,
    message: {
      pl: 'Zbyt wiele żądań naraz. Spróbuj ponownie za chwilę.',
      en: 'Too many requests at once. Try again in a moment.',
    },
    description:
      'Simultaneous password checks, checks of pictures and writes of one account are limited to protect the machine. Wait for the time in Retry-After.',
  },
  session_required: {
    code: 2014,
    status: 403,
    message: { pl: 'Do tego potrzebna jest sesja. Zaloguj się.', en: 'This requires a session. Sign in.' },
    description: 'This operation belongs to a session. Create a session and send its token as Bearer.',
  },
  api_key_mistyped: {
    code: 2021,
    status: 401,
    message: {
      pl: 'Klucz API zawiera literówkę. Skopiuj go ponownie w całości.',
      en: 'The API key contains a typo. Copy the whole key again.',
    },
    description: 'The checksum at the end of the key does not match: a character is wrong, missing or added.',
  },
  api_key_unknown: {
    code: 2022,
    status: 401,
    message: { pl: 'Nie ma takiego klucza API.', en: 'This API key does not exist.' },
    description:
      'The key is well-formed, but was not created on this installation, or its account was deleted. Check the URL.',
  },
  api_key_revoked: {
    code: 2023,
    status: 401,
    message: { pl: 'Ten klucz API został unieważniony.', en: 'This API key was revoked.' },
    description: 'Create a new key. A revoked one cannot be restored.',
  },
  api_key_expired: {
    code: 2024,
    status: 401,
    message: { pl: 'Ten klucz API wygasł.', en: 'This API key has expired.' },
    description: 'The time in expires_at has passed. Create a new key.',
  },
  access_token_invalid: {
    code: 2041,
    status: 401,
    message: {
      pl: 'Token dostępu jest nieważny. Odśwież go albo połącz aplikację ponownie.',
      en: 'The access token is not valid. Refresh it, or connect the application again.',
    },
    description:
      'The token has expired (after 15 minutes), its access was revoked, or it was not issued by this installation.',
  },
  step_up_required: {
    code: 2020,
    status: 403,
    message: {
      pl: 'Potwierdź hasło i spróbuj ponownie.',
      en: 'Confirm your password and try again.',
    },
    description:
      'Call POST /sessions/step_up with the password and, with 2FA on, a code, or use a passkey; then repeat the request within 5 minutes.',
  },
  passkey_setup_required: {
    code: 2040,
    status: 403,
    message: { pl: 'Najpierw dodaj klucz dostępu.', en: 'Add a passkey first.' },
    description:
      'The account requires passkeys. Until this user has one, it can call only begin_passkey_registration, create_passkey, step_up and account security.',
  },
  passkey_required: {
    code: 2051,
    status: 422,
    message: {
      pl: 'To konto wymaga klucza dostępu. Użyj go albo kodu zapasowego.',
      en: 'This account requires a passkey. Use it, or a recovery code.',
    },
    description: 'Codes of an authenticator app do not replace a passkey where passkeys are required.',
  },
  passkey_challenge_expired: {
    code: 2042,
    status: 422,
    message: {
      pl: 'Prośba o klucz dostępu wygasła lub została już wykorzystana. Spróbuj ponownie.',
      en: 'The passkey request has expired or was used already. Try again.',
    },
    description: 'Each challenge works once, for 5 minutes, for its purpose and session. Begin again.',
  },
  passkey_unknown: {
    code: 2043,
    status: 422,
    message: { pl: 'Ten klucz dostępu nie jest tu zarejestrowany.', en: 'This passkey is not registered here.' },
    description: 'The passkey was revoked, or belongs to another installation.',
  },
  passkey_rejected: {
    code: 2044,
    status: 422,
    message: { pl: 'Klucz dostępu nie został przyjęty.', en: 'The passkey was not accepted.' },
    description:
      'The signature, the origin or the user is wrong, or the authenticator did not verify its user. The origin must be that of PUBLIC_URL.',
  },
  passkey_clone_suspected: {
    code: 2045,
    status: 422,
    message: {
      pl: 'Ten klucz dostępu mógł zostać skopiowany. Zaloguj się inaczej i go usuń.',
      en: 'This passkey may have been copied. Sign in another way and revoke it.',
    },
    description: 'The signature counter went back, so there are two authenticators with the same key.',
  },
  last_second_factor: {
    code: 2046,
    status: 409,
    message: {
      pl: 'To jedyny drugi składnik konta. Najpierw dodaj inny.',
      en: 'This is the only second factor of the account. Add another one first.',
    },
    description: 'Two-factor authentication can be replaced, but not switched off.',
  },
  last_passkey: {
    code: 2047,
    status: 409,
    message: {
      pl: 'To konto wymaga klucza dostępu. Najpierw dodaj inny.',
      en: 'This account requires a passkey. Add another one first.',
    },
    description: 'The account requires passkeys, so the last one cannot be revoked.',
  },
  passkey_already_registered: {
    code: 2048,
    status: 409,
    message: { pl: 'Ten klucz dostępu jest już dodany.', en: 'This passkey is already registered.' },
    description: 'The credential belongs to an account of this installation.',
  },
  sso_not_available: {
    code: 2030,
    status: 404,
    message: {
      pl: 'Dla tego adresu nie skonfigurowano logowania jednokrotnego. Sprawdź adres lub zapytaj administratora.',
      en: 'Single sign-on is not set up for this address. Check the address, or ask your administrator.',
    },
    description: 'No enabled connection has this slug, or this domain as a verified one.',
  },
  sso_issuer_failed: {
    code: 2031,
    status: 422,
    message: {
      pl: 'Logowanie u dostawcy tożsamości nie powiodło się ({problem}). Powiadom administratora konta.',
      en: 'Sign-in at your identity provider failed ({problem}). Contact the administrator of your account.',
    },
    description:
      'The issuer cannot be reached or is not set up correctly. Run the test of the connection for the details.',
  },
  sso_sign_in_expired: {
    code: 2032,
    status: 401,
    message: {
      pl: 'Ta próba logowania wygasła, została już wykorzystana albo rozpoczęto ją w innej przeglądarce. Zacznij od nowa.',
      en: 'This sign-in has expired, was used already, or was started in another browser. Start again.',
    },
    description: 'The code is unknown, older than two minutes, used, or the verifier is not that of the challenge.',
  },
  sso_role_missing: {
    code: 2033,
    status: 403,
    message: {
      pl: 'Żadna z Twoich grup nie daje dostępu do tego konta. Poproś administratora o dodanie do grupy.',
      en: 'None of your groups has access to this account. Ask the administrator to add you to one.',
    },
    description: 'No group of the user has a role, and the connection has no default role.',
  },
  sso_email_rejected: {
    code: 2034,
    status: 403,
    message: {
      pl: 'Dostawca tożsamości nie podał potwierdzonego adresu e-mail w domenie tego konta.',
      en: 'The identity provider gave no verified e-mail address in a domain of this account.',
    },
    description: 'A user is created only with an e-mail address in a verified domain of the connection.',
  },
  sso_required: {
    code: 2035,
    status: 403,
    message: { pl: 'Zaloguj się przez logowanie jednokrotne.', en: 'Use single sign-on to sign in.' },
    description: 'The account enforces single sign-on for its additional users, or single sign-on created this user.',
  },
  sso_identity_taken: {
    code: 2036,
    status: 409,
    message: {
      pl: 'Ta tożsamość jest już powiązana z innym użytkownikiem.',
      en: 'This identity is already linked to another user.',
    },
    description: 'Each user has one identity at the issuer, and each identity one user.',
  },
  sso_only_additional_users: {
    code: 2037,
    status: 403,
    message: {
      pl: 'Właściciel konta loguje się hasłem i drugim składnikiem.',
      en: 'The owner of an account signs in with a password and a second factor.',
    },
    description: 'So that the account stays accessible when the issuer fails, its owner cannot be linked.',
  },
  sso_not_fresh: {
    code: 2038,
    status: 403,
    message: {
      pl: 'Dostawca tożsamości nie potwierdził, że zalogowano się przed chwilą.',
      en: 'The identity provider did not confirm that you have just signed in.',
    },
    description: 'A step-up needs an ID token with a recent auth_time.',
  },
  sso_enforcement_needs_two_factor: {
    code: 4097,
    status: 422,
    message: {
      pl: 'Najpierw właściciel konta musi mieć hasło i uwierzytelnianie dwuskładnikowe.',
      en: 'The owner of the account needs a password and two-factor authentication first.',
    },
    description: 'If the issuer fails, the owner is the only one who can still sign in.',
  },
  sso_issuer_missing: {
    code: 4099,
    status: 422,
    message: {
      pl: 'Podaj dostawcę tożsamości i identyfikator klienta.',
      en: 'Enter the issuer and the client ID.',
    },
    description:
      'A connection has `issuer` and `client_id`, or uses those of the reseller’s connection in `source_id`.',
  },
  sso_domain_record_missing: {
    code: 4098,
    status: 422,
    message: {
      pl: 'Nie znaleziono rekordu TXT. Zmiany w DNS mogą być widoczne dopiero po kilku minutach.',
      en: 'The TXT record was not found. DNS changes can take some minutes.',
    },
    description: 'No TXT record at record_name has the value record_value.',
  },
  forbidden: {
    code: 3001,
    status: 403,
    message: { pl: 'Nie masz do tego uprawnień.', en: 'You are not allowed to do this.' },
    description: 'The caller can read the record, but has no permission for this operation on it.',
  },
  administrator_only: {
    code: 3002,
    status: 403,
    message: { pl: 'Tę operację może wykonać tylko administrator.', en: 'Only administrators can do this.' },
    description: 'The operation requires the scope administrator.',
  },
  forbidden_field: {
    code: 3003,
    status: 403,
    message: { pl: 'Nie masz uprawnień do zmiany tego pola.', en: 'You are not allowed to change this field.' },
    description: 'The caller can change the record, but not this field.',
  },
  observer_only_reads: {
    code: 3004,
    status: 403,
    message: { pl: 'Jako obserwator nie możesz niczego zmieniać.', en: 'As an observer you cannot change anything.' },
    description: 'The session was created by POST /accounts/:id/observe. It can only read.',
  },
  mcp_needs_api_key: {
    code: 2050,
    status: 401,
    message: {
      pl: 'Serwer MCP przyjmuje klucz API lub token aplikacji, a nie sesję ani hasło.',
      en: 'The MCP server accepts an API key or the token of an application, not a session or a password.',
    },
    description:
      'A session or a password could do everything its user can. Create an API key with the scopes you need.',
  },
  api_key_not_allowed: {
    code: 3011,
    status: 403,
    message: {
      pl: 'Do tego nie wystarczy klucz API. Zaloguj się.',
      en: 'API keys cannot be used for this. Sign in.',
    },
    description:
      'Keys, passwords, sessions, users and accounts can be managed only with a session. Create one and send its token.',
  },
  api_key_scope_missing: {
    code: 3012,
    status: 403,
    message: {
      pl: 'Ten klucz API nie ma wymaganego zakresu: {scopes}.',
      en: 'This API key lacks the required scope: {scopes}.',
    },
    description: 'Create a key that has the scope. The scopes of a key cannot be changed.',
  },
  api_key_limited_to_groups: {
    code: 3013,
    status: 403,
    message: {
      pl: 'Ten klucz API jest ograniczony do grup usług, a ta operacja dotyczy całego konta.',
      en: 'This API key is limited to service groups, but this operation concerns the whole account.',
    },
    description: 'Use a key without group_ids, or call operations on the services and groups of the key.',
  },
  application_not_allowed: {
    code: 3041,
    status: 403,
    message: {
      pl: 'Aplikacje nie mogą tego zrobić. Zaloguj się.',
      en: 'Applications cannot do this. Sign in.',
    },
    description:
      'Keys, applications, passwords, sessions, users and accounts can be managed only with a session. Create one and send its token.',
  },
  application_scope_missing: {
    code: 3042,
    status: 403,
    message: {
      pl: 'Ta aplikacja nie ma wymaganego zakresu: {scopes}.',
      en: 'This application lacks the required scope: {scopes}.',
    },
    description: 'Ask for the scope in the authorization request. The account decides which scopes it gives.',
  },
  role_not_allowed: {
    code: 3014,
    status: 403,
    message: {
      pl: 'Twoja rola na tym koncie ({role}) na to nie pozwala.',
      en: 'Your role in this account ({role}) does not allow this.',
    },
    description: 'The owner or a manager of the account can give you another role.',
  },
  role_limited_to_groups: {
    code: 3015,
    status: 403,
    message: {
      pl: 'Twój dostęp jest ograniczony do wybranych grup usług, a ta operacja dotyczy całego konta.',
      en: 'Your access is limited to some service groups, but this operation concerns the whole account.',
    },
    description: 'The owner or a manager of the account can remove the limit.',
  },
  cross_site_request: {
    code: 3010,
    status: 403,
    message: {
      pl: 'Żądanie pochodzi z innej witryny i zostało odrzucone.',
      en: 'This request came from another website and was rejected.',
    },
    description: 'Browsers can send writes only from pages of this installation; see Sec-Fetch-Site and Origin.',
  },
  not_found: {
    code: 4001,
    status: 404,
    message: { pl: 'Nie ma takiego obiektu.', en: 'This object does not exist.' },
    description: 'The object does not exist, or the caller cannot read it; the API does not reveal which.',
  },
  unknown_reference: {
    code: 4002,
    status: 422,
    message: { pl: 'Wskazany obiekt nie istnieje.', en: 'The referenced object does not exist.' },
    description: 'An id in the request refers to an object that does not exist or that the caller cannot read.',
  },
  already_taken: {
    code: 4003,
    status: 409,
    message: { pl: 'Ta wartość jest już zajęta.', en: 'This value is already taken.' },
    description: 'The field must be unique and another object has the value.',
  },
  still_in_use: {
    code: 4004,
    status: 409,
    message: { pl: 'Obiekt jest używany i nie można go usunąć.', en: 'The object is in use and cannot be deleted.' },
    description: 'Other objects depend on it. Delete or change those first.',
  },
  weak_password: {
    code: 4005,
    status: 422,
    message: {
      pl: 'To hasło jest za krótkie albo zbyt łatwe do odgadnięcia. Użyj co najmniej 12 znaków, bez nazwy użytkownika.',
      en: 'This password is too short or too easy to guess. Use at least 12 characters, without the username.',
    },
    description:
      'Rejected: passwords of fewer than 12 characters, common or trivial ones, and those that contain the username.',
  },
  wrong_password: {
    code: 4006,
    status: 422,
    message: { pl: 'Hasło jest nieprawidłowe.', en: 'The password is wrong.' },
    description: 'The password that confirms the operation is not the password of the caller.',
  },
  host_not_allowed: {
    code: 4007,
    status: 422,
    message: { pl: 'Linki nie mogą prowadzić pod ten adres.', en: 'Links to this address are not allowed.' },
    description: 'Links in e-mails can point only to hosts that the installation allows (LINK_HOSTS).',
  },
  two_factor_not_started: {
    code: 4008,
    status: 409,
    message: {
      pl: 'Najpierw rozpocznij konfigurację uwierzytelniania dwuskładnikowego.',
      en: 'Start the two-factor setup first.',
    },
    description: 'Call 2fa/setup and use the key that it returns.',
  },
  not_a_network: {
    code: 4009,
    status: 422,
    message: { pl: 'To nie jest adres IP ani sieć.', en: 'This is neither an IP address nor a network.' },
    description: 'Entries are IPv4 or IPv6 addresses, or networks in CIDR form.',
  },
  own_address_missing: {
    code: 4010,
    status: 422,
    message: {
      pl: 'Lista nie zawiera adresu, z którego teraz korzystasz.',
      en: 'The list does not contain the address you are using now.',
    },
    description: 'The change would lock out the caller. Add the current IP address to the list.',
  },
  session_already_verified: {
    code: 4011,
    status: 409,
    message: { pl: 'Ta sesja jest już potwierdzona.', en: 'This session is already verified.' },
    description: 'The session needs no further code.',
  },
  not_the_calling_session: {
    code: 4012,
    status: 409,
    message: {
      pl: 'Kod potwierdza tylko sesję, z której został wysłany.',
      en: 'A code verifies only the session that it is sent from.',
    },
    description: 'Send the code with the token of the session that you want to verify.',
  },
  activation_is_final: {
    code: 4013,
    status: 422,
    message: {
      pl: 'Aktywacji nie można cofnąć. Zablokuj konto.',
      en: 'Activation cannot be undone. Block the account instead.',
    },
    description: 'is_activated says whether the address was confirmed. To lock an account, block it.',
  },
  too_many_objects: {
    code: 4014,
    status: 422,
    message: {
      pl: 'Osiągnięto limit takich obiektów ({limit}). Usuń niepotrzebne.',
      en: 'The limit for these objects is reached ({limit}). Delete some first.',
    },
    description: 'The installation limits the number of these objects. Delete those that are no longer needed.',
  },
  contradiction: {
    code: 4015,
    status: 422,
    message: {
      pl: 'To pole jest sprzeczne z innym polem żądania.',
      en: 'This field contradicts another field of the request.',
    },
    description: 'Two forms of the same setting were sent with different values. Send one of them.',
  },
  group_of_another_account: {
    code: 4016,
    status: 422,
    message: {
      pl: 'Grupa i obiekt należą do różnych kont.',
      en: 'The group and the object belong to different accounts.',
    },
    description: 'An object can be only in groups of the account that owns it.',
  },
  cannot_share_with: {
    code: 4017,
    status: 422,
    message: {
      pl: 'Grupy nie można udostępnić temu kontu.',
      en: 'The group cannot be shared with this account.',
    },
    description:
      'A group can be shared with another account, not with its owner or additional users, who see all groups anyway.',
  },
  sensor_not_available: {
    code: 4018,
    status: 422,
    message: {
      pl: 'Ten sensor nie jest dostępny dla usług kategorii: {category}.',
      en: 'This sensor is not available for services of the category {category}.',
    },
    description: 'The sensor is disabled, private to another account, or does not support the category.',
  },
  wrong_address: {
    code: 4019,
    status: 422,
    message: {
      pl: 'Adres nie pasuje do typu usługi. {reason}',
      en: 'The address does not match the service type. {reason}',
    },
    description: 'See address_format of the service type for the expected format.',
  },
  service_is_archived: {
    code: 4020,
    status: 409,
    message: {
      pl: 'Usługa jest zarchiwizowana. Najpierw ją przywróć.',
      en: 'The service is archived. Restore it first.',
    },
    description: 'Archived services are not checked. Call POST /services/{_id}/restore to restore one.',
  },
  wrong_window: {
    code: 4021,
    status: 422,
    message: {
      pl: 'Koniec musi być późniejszy niż początek.',
      en: 'The end must be later than the start.',
    },
    description: 'end_time must be later than start_time.',
  },
  wrong_channel_address: {
    code: 4022,
    status: 422,
    message: {
      pl: 'Adres nie pasuje do kanału. Oczekiwany format: {format}',
      en: 'The address does not match the channel. Expected: {format}',
    },
    description: 'Every channel has its own address format.',
  },
  channel_discontinued: {
    code: 4023,
    status: 422,
    message: {
      pl: 'Ten kanał został wycofany i nie przyjmuje nowych adresów.',
      en: 'This channel is discontinued and accepts no new addresses.',
    },
    description: 'The channel is kept for compatibility only. Choose another.',
  },
  unknown_variable: {
    code: 4024,
    status: 422,
    message: {
      pl: 'Szablon używa nieznanej zmiennej: {variable}.',
      en: 'The template uses an unknown variable: {variable}.',
    },
    description:
      'GET /dictionaries/template_variables lists the available variables, GET /dictionaries/report_template_variables those of reports.',
  },
  template_not_allowed: {
    code: 4025,
    status: 422,
    message: {
      pl: 'W szablonie można używać tylko zmiennych w postaci {form}.',
      en: 'A template can contain only variables, written as {form}.',
    },
    description: 'Sections, partials, comments and unescaped values are not supported.',
  },
  template_malformed: {
    code: 4026,
    status: 422,
    message: {
      pl: 'Znacznik w szablonie nie jest zamknięty.',
      en: 'A tag in the template is not closed.',
    },
    description: 'Every opening pair of braces needs its closing pair.',
  },
  channel_mismatch: {
    code: 4027,
    status: 422,
    message: {
      pl: 'Szablon jest przeznaczony dla innego kanału.',
      en: 'The template is for another channel.',
    },
    description: 'Assign a template whose channel is the one in the path.',
  },
  belongs_to_another_account: {
    code: 4028,
    status: 422,
    message: {
      pl: 'Wskazany obiekt należy do innego konta.',
      en: 'The referenced object belongs to another account.',
    },
    description: 'Objects that refer to each other must belong to the same account.',
  },
  circular_condition: {
    code: 4029,
    status: 422,
    message: {
      pl: 'Reguły alertów zależałyby od siebie nawzajem.',
      en: 'The alert rules would depend on each other.',
    },
    description: 'The conditions of an event must not lead back to it, directly or through other events.',
  },
  nobody_to_tell: {
    code: 4030,
    status: 422,
    message: {
      pl: 'Krok eskalacji musi mieć kontakt lub grupę kontaktów.',
      en: 'An escalation step needs a contact or a contact group.',
    },
    description: 'Send contact_ids or contact_group_ids.',
  },
  repeated_external_id: {
    code: 4031,
    status: 422,
    message: {
      pl: 'Ten identyfikator występuje w żądaniu więcej niż raz.',
      en: 'This identifier appears more than once in the request.',
    },
    description: 'Each external_id identifies one object of its kind.',
  },
  template_not_json: {
    code: 4032,
    status: 422,
    message: {
      pl: 'Szablon tego kanału musi być poprawnym dokumentem JSON.',
      en: 'A template of this channel must be valid JSON.',
    },
    description: 'The text becomes the body of a request. Put variables in quotes.',
  },
  secret_needed_again: {
    code: 4033,
    status: 422,
    message: {
      pl: 'Zmieniono adres lub sposób sprawdzania. Podaj tę tajną wartość ponownie.',
      en: 'The address or the type of check has changed. Enter this secret again.',
    },
    description:
      'A stored secret is never sent to an address that it was not entered for. Send the secret in clear text, or null to remove it.',
  },
  too_many_for_now: {
    code: 4034,
    status: 429,
    message: {
      pl: 'Osiągnięto limit na tę godzinę ({limit}). Spróbuj później.',
      en: 'The limit for this hour is reached ({limit}). Try again later.',
    },
    description: 'On-demand work is limited per account and hour. Request less, or try later.',
  },
  nothing_to_check_with: {
    code: 4035,
    status: 422,
    message: {
      pl: 'Usługi nie sprawdza żaden sensor. Wybierz sensory dla usługi lub jej grupy.',
      en: 'No sensor checks this service. Select sensors for the service or its group.',
    },
    description: 'An analysis needs at least one sensor and a service type that sensors support.',
  },
  not_a_heartbeat: {
    code: 4036,
    status: 422,
    message: {
      pl: 'Zgłoszenia przyjmują tylko usługi typu „Heartbeat”.',
      en: 'Only services of the type heartbeat accept reports.',
    },
    description: 'Create a service of the type heartbeat and let the job report to it.',
  },
  range_too_long: {
    code: 4037,
    status: 422,
    message: {
      pl: 'Zakres czasu jest za długi (maksimum dni: {limit}).',
      en: 'The time range is too long (maximum: {limit} days).',
    },
    description: 'Request several shorter ranges. Lists are limited to fewer days than charts.',
  },
  event_not_active: {
    code: 4038,
    status: 409,
    message: {
      pl: 'Ten alert nie jest otwarty albo został już potwierdzony.',
      en: 'This alert is not open, or it is already acknowledged.',
    },
    description: 'Only an event whose status is active can be disabled. Read its status first.',
  },
  deletions_changed: {
    code: 4045,
    status: 409,
    message: {
      pl: 'Lista obiektów do usunięcia zmieniła się od czasu planu (teraz: {count}). Nic nie zmieniono.',
      en: 'The objects to delete have changed since the plan (now {count}). Nothing was changed.',
    },
    description:
      'The account has changed since the dry run that expected_deletions comes from. Make another dry run, and look at its plan.',
  },
  incident_resolved: {
    code: 4044,
    status: 409,
    message: {
      pl: 'Ten incydent jest już zakończony.',
      en: 'This incident is already resolved.',
    },
    description: 'Only an open incident can be acknowledged. Read its state first.',
  },
  no_sms_number: {
    code: 4039,
    status: 422,
    message: {
      pl: 'Brak numeru, na który można wysłać SMS. Dodaj adres w kanale SMS.',
      en: 'There is no number to send an SMS to. Add an address with the channel SMS.',
    },
    description:
      'The address has another channel, the group has no address with the channel sms, or the service does not use it.',
  },
  address_not_verified: {
    code: 4040,
    status: 422,
    message: {
      pl: 'Adres nie jest zweryfikowany. Numer weryfikuje się kodem, adres e-mail linkiem.',
      en: 'The address is not verified. Verify a number with a code, an e-mail address with a link.',
    },
    description:
      'Call send_verification_code of the address. The recipient gets a code by SMS or call, or a link by e-mail.',
  },
  too_many_messages: {
    code: 4041,
    status: 429,
    message: {
      pl: 'Na ten adres lub z tego konta wysłano już za dużo wiadomości. Spróbuj ponownie za {seconds} s.',
      en: 'Too many messages were sent to this address or by this account. Try again in {seconds} s.',
    },
    description:
      'Tests and codes are limited to 3 per number in 10 minutes, links to 3 per e-mail address and day, and all of them per account and day. Wait for the time in Retry-After.',
  },
  wrong_verification_code: {
    code: 4042,
    status: 422,
    message: {
      pl: 'Kod jest nieprawidłowy lub wygasł. Sprawdź go albo poproś o nowy.',
      en: 'The code is wrong or has expired. Check it, or request a new one.',
    },
    description: 'A code is valid for 10 minutes and 5 attempts, and only the newest one counts.',
  },
  verification_not_needed: {
    code: 4043,
    status: 422,
    message: {
      pl: 'Tego adresu nie trzeba weryfikować.',
      en: 'This address needs no verification.',
    },
    description: 'The address is already verified, or its channel needs no verification: see is_verified.',
  },
  step_names_follow_steps: {
    code: 4061,
    status: 422,
    message: {
      pl: 'Nazwy kroków pochodzą z ustawienia `steps`. Zmień je tam; usługi bez scenariusza nie mają kroków.',
      en: 'Step names come from the setting `steps`. Change them there; services without a scenario have no steps.',
    },
    description: 'Omit step_names, or send the names of extended_settings.steps in the same order.',
  },
  sensor_without_browser: {
    code: 4076,
    status: 422,
    message: {
      pl: 'Ten sensor nie zgłosił, że może uruchomić przeglądarkę. Kategorii `browser` nie dodaje się ręcznie.',
      en: 'This sensor has not reported that it can run a browser. The category `browser` cannot be added by hand.',
    },
    description:
      'The sensor adds and removes the category `browser` itself: see browser_able and browser_reason of its status. Leave the category out.',
  },
  script_needs_private_sensors: {
    code: 4077,
    status: 422,
    message: {
      pl: 'Skrypt można uruchamiać tylko na prywatnych sensorach właściciela usługi. Wybierz je dla tej usługi.',
      en: 'A script runs only on private sensors of the account that owns the service. Choose them for this service.',
    },
    description:
      'sensor_ids must name at least one sensor, and only sensors whose owner_id is that of the service. Those of the group do not count.',
  },
  expiry_in_the_past: {
    code: 4071,
    status: 422,
    message: { pl: 'Data wygaśnięcia już minęła.', en: 'This expiry date is in the past.' },
    description: 'Send a time in the future, or null for a key that does not expire.',
  },
  authorization_request_unknown: {
    code: 4141,
    status: 404,
    message: {
      pl: 'To żądanie dostępu wygasło, zostało już rozpatrzone albo otwarto je w innej przeglądarce. Zacznij od nowa w aplikacji.',
      en: 'This request for access has expired, was already decided, or was opened in another browser. Start again in the application.',
    },
    description:
      'An authorization request is valid for 15 minutes and can be decided once, in the browser that made it.',
  },
  response_mode_unsupported: {
    code: 4142,
    status: 400,
    message: {
      pl: 'Ten sposób odpowiedzi (response_mode) nie jest obsługiwany.',
      en: 'This response_mode is not supported.',
    },
    description: 'Codes are returned in the query of the redirect URI. Omit response_mode.',
  },
  device_code_unknown: {
    code: 4143,
    status: 404,
    message: {
      pl: 'Nie ma takiego kodu: sprawdź go albo poproś urządzenie o nowy.',
      en: 'This code does not exist. Check it, or get a new one on the device.',
    },
    description: 'User codes of devices are valid for 10 minutes and work once.',
  },
  redirect_uri_rejected: {
    code: 4144,
    status: 422,
    message: {
      pl: 'Adres powrotny musi zaczynać się od https:// albo prowadzić do tego samego komputera (http://127.0.0.1).',
      en: 'A redirect URI must begin with https://, or lead to the same computer (http://127.0.0.1).',
    },
    description: 'No fragments, credentials, wildcards or private schemes. The port of a loopback address may vary.',
  },
  redirect_uris_missing: {
    code: 4145,
    status: 422,
    message: {
      pl: 'Do kodów autoryzacji potrzebny jest co najmniej jeden adres powrotny.',
      en: 'Authorization codes need at least one redirect URI.',
    },
    description: 'Send redirect_uris, or leave out the grant type authorization_code.',
  },
  secret_needed: {
    code: 4146,
    status: 422,
    message: {
      pl: 'Publiczna aplikacja nie ma sekretu, więc nie może działać sama (client_credentials).',
      en: 'A public application has no secret, so it cannot act on its own (client_credentials).',
    },
    description: 'Register the application as confidential.',
  },
  owner_needed: {
    code: 4147,
    status: 422,
    message: {
      pl: 'Aplikacja całej instalacji nie ma konta, w którego imieniu mogłaby działać sama (client_credentials).',
      en: 'An application of the installation has no account to act for on its own (client_credentials).',
    },
    description: 'Register it as an account instead of for the installation.',
  },
  grant_type_alone: {
    code: 4148,
    status: 422,
    message: {
      pl: 'Samo odświeżanie nie wystarczy: dodaj authorization_code albo kod urządzenia.',
      en: 'Refreshing alone is not enough: add authorization_code or the device code.',
    },
    description: 'Refresh tokens come with an authorization code or a device code.',
  },
  scope_needs_person: {
    code: 4149,
    status: 422,
    message: {
      pl: 'Aplikacja, która działa sama (client_credentials), nie może czytać danych konta. Dodaj inny zakres.',
      en: 'An application that acts on its own (client_credentials) cannot read the account. Add another scope.',
    },
    description: 'Only a person gives access to the account itself, which is private to its holder.',
  },
  scope_not_requested: {
    code: 4150,
    status: 422,
    message: {
      pl: 'Aplikacja nie prosiła o ten zakres: {scopes}.',
      en: 'The application did not ask for these scopes: {scopes}.',
    },
    description: 'Give it some of the scopes of its request, at least one.',
  },
  already_activated: {
    code: 4152,
    status: 422,
    message: {
      pl: 'Ten użytkownik ustawił już hasło.',
      en: 'This user has already set a password.',
    },
    description: 'There is no invitation to send again. A forgotten password can be reset on the sign-in page.',
  },
  role_without_group_limit: {
    code: 4151,
    status: 422,
    message: {
      pl: 'Roli {role} nie można ograniczyć do grup usług.',
      en: 'The role {role} cannot be limited to service groups.',
    },
    description: 'Only editors, operators and viewers can be limited. Send group_ids null.',
  },
  scope_beyond_groups: {
    code: 4072,
    status: 422,
    message: {
      pl: 'Klucz ograniczony do grup usług nie może mieć zakresów: {scopes}.',
      en: 'A key limited to service groups cannot have these scopes: {scopes}.',
    },
    description: 'These scopes concern the whole account. Omit them, or omit group_ids.',
  },
  sensor_too_old: {
    code: 4073,
    status: 422,
    message: {
      pl: 'Ta wersja sensora jest za stara. Zaktualizuj sensor i zarejestruj go ponownie tym samym tokenem.',
      en: 'This version of the sensor is too old. Upgrade the sensor and enrol it again with the same token.',
    },
    description:
      'Since protocol 2, private sensors publish to subjects of their own. The broker would reject the results of an older sensor. The enrolment token stays valid.',
  },
  too_many_changes_in_range: {
    code: 4074,
    status: 422,
    message: {
      pl: 'W tym zakresie czasu okna serwisowe lub strefa czasowa konta zmieniały się zbyt często. Wybierz krótszy zakres.',
      en: 'Maintenance windows or the time zone of the account changed too often in this time range. Choose a shorter range.',
    },
    description:
      'A service level is computed from at most 5000 versions of one-off and 5000 of weekly suspensions; a weekly one counts once for each time zone that the account had.',
  },
  report_not_ready: {
    code: 4075,
    status: 409,
    message: { pl: 'Raport nie jest jeszcze gotowy.', en: 'The report is not ready yet.' },
    description: 'Wait until the status of the report is completed or failed.',
  },
  logo_too_large: {
    code: 4090,
    status: 422,
    message: {
      pl: 'Logo jest za duże: dozwolone najwyżej 256 KiB i 4 miliony pikseli.',
      en: 'The logo is too large: at most 256 KiB and 4 million pixels are allowed.',
    },
    description: 'The logo is part of every report and of every e-mail that carries one.',
  },
  logo_unreadable: {
    code: 4091,
    status: 422,
    message: {
      pl: 'Nie można odczytać logo. Zapisz je ponownie jako PNG, JPEG lub SVG.',
      en: 'The logo cannot be read. Save it again as PNG, JPEG or SVG.',
    },
    description: 'The file is damaged, or is not of the given media type. It is printed once before it is accepted.',
  },
  logo_not_self_contained: {
    code: 4092,
    status: 422,
    message: {
      pl: 'Plik SVG zawiera tekst, skrypt lub encje albo odwołuje się do innych plików. Zamień tekst na krzywe i osadź obrazy.',
      en: 'The SVG file contains text, scripts or entities, or refers to other files. Convert text to paths and embed pictures.',
    },
    description: 'A logo must look the same everywhere, and nothing is fetched to draw it.',
  },
  unknown_time_zone: {
    code: 4160,
    status: 422,
    message: { pl: 'Nie ma takiej strefy czasowej.', en: 'This time zone does not exist.' },
    description: 'Send an IANA name, such as Europe/Warsaw; the dictionary time_zones lists them.',
  },
  slug_reserved: {
    code: 4161,
    status: 422,
    message: {
      pl: 'Ten adres jest zarezerwowany. Wybierz inny.',
      en: 'This address is reserved. Choose another one.',
    },
    description: 'Words such as api, v3, health, assets and static are parts of other addresses.',
  },
  needed_for_visibility: {
    code: 4162,
    status: 422,
    message: {
      pl: 'Widoczność „{visibility}” wymaga tego pola.',
      en: 'The visibility "{visibility}" requires this field.',
    },
    description: 'Send the field together with the visibility.',
  },
  not_for_visibility: {
    code: 4163,
    status: 422,
    message: {
      pl: 'Przy widoczności „{visibility}” to pole nic nie daje. Wyczyść je albo zmień widoczność.',
      en: 'With the visibility "{visibility}" this field has no effect. Clear it, or change the visibility.',
    },
    description: 'A setting that would not protect the page is rejected. Send null or an empty list for the field.',
  },
  component_source: {
    code: 4164,
    status: 422,
    message: {
      pl: 'Komponent pokazuje dokładnie jedno z trzech: usługę, grupę albo stan ustawiany ręcznie.',
      en: 'A component shows exactly one of these: a service, a group, or a status that is set manually.',
    },
    description:
      'Send one of service_id, group_id and manual_status; to change from one to another, send null for the former.',
  },
  setting_without_effect: {
    code: 4165,
    status: 422,
    message: {
      pl: 'Ten komponent nie używa tego ustawienia.',
      en: 'This component does not use this setting.',
    },
    description:
      'group_rule is for groups, group_share for groups with the rule share, and shows_response_time for what is measured.',
  },
  value_of_other_kind: {
    code: 4166,
    status: 422,
    message: {
      pl: 'Ta wartość nie pasuje do wpisu tego rodzaju. Dozwolone: {allowed}.',
      en: 'This value does not fit a post of this kind. Allowed: {allowed}.',
    },
    description: 'Incidents and maintenance have states and impacts of their own.',
  },
  component_of_another_page: {
    code: 4167,
    status: 422,
    message: {
      pl: 'Wpis może wskazywać tylko komponenty swojej strony.',
      en: 'A post can name only components of its own page.',
    },
    description: 'See the components of the status page of the post.',
  },
  post_already_published: {
    code: 4168,
    status: 422,
    message: {
      pl: 'Opublikowanego wpisu nie można zamienić z powrotem w szkic. Możesz go usunąć.',
      en: 'A published post cannot become a draft again. You can delete it.',
    },
    description: 'Visitors and subscribers have seen it. Delete the post, or add an update that corrects it.',
  },
  subscribers_confirm_email: {
    code: 4190,
    status: 422,
    message: {
      pl: 'Adres e-mail może zapisać tylko jego właściciel, na stronie statusu.',
      en: 'Only the holder of an e-mail address can subscribe it, on the status page.',
    },
    description: 'You can add webhooks, Slack and Microsoft Teams. Send the holder of the address a link to the page.',
  },
  browsers_subscribe_themselves: {
    code: 4197,
    status: 422,
    message: {
      pl: 'Przeglądarkę można zapisać tylko na stronie statusu, w tej przeglądarce.',
      en: 'A browser can be subscribed only on the status page, in that browser.',
    },
    description: 'You can add webhooks, Slack and Microsoft Teams. Send the user a link to the page.',
  },
  start_out_of_range: {
    code: 4198,
    status: 422,
    message: {
      pl: 'Wybierz czas w ciągu najbliższych {limit} godzin.',
      en: 'Choose a time within the next {limit} hours.',
    },
    description: 'Send a start_time that is not in the past. Schedule later analyses closer to their time.',
  },
  end_follows_state: {
    code: 4169,
    status: 422,
    message: {
      pl: 'Koniec zależy od stanu: wpis zakończony musi go mieć, a trwający incydent nie może.',
      en: 'The end depends on the state: a resolved or completed post must have one, an open incident must not.',
    },
    description: 'Add an update with the state resolved or completed to end a post, or with another one to reopen it.',
  },
  time_in_the_future: {
    code: 4170,
    status: 422,
    message: { pl: 'Ten czas jest w przyszłości.', en: 'This time is in the future.' },
    description: 'An update says what is known by now. To announce work, create a post of the kind maintenance.',
  },
  page_without_password: {
    code: 4191,
    status: 422,
    message: {
      pl: 'Strona o widoczności „password” musi mieć hasło.',
      en: 'A page with the visibility "password" must have a password.',
    },
    description: 'Set it with PUT /status_pages/{_id}/password before you change the visibility.',
  },
  link_without_visibility: {
    code: 4192,
    status: 422,
    message: {
      pl: 'Link otwiera tylko stronę o widoczności „link”.',
      en: 'A link opens only a page with the visibility "link".',
    },
    description: 'Change the visibility of the page first.',
  },
  visitor_not_admitted: {
    code: 4193,
    status: 403,
    message: {
      pl: 'Nie masz dostępu do tej strony statusu.',
      en: 'You have no access to this status page.',
    },
    description:
      'The page does not exist or is not for you, the password is wrong, or the entry or token is no longer valid. The answer does not tell which.',
  },
  not_a_domain: {
    code: 4194,
    status: 422,
    message: {
      pl: 'To nie jest nazwa hosta w domenie, taka jak status.example.com.',
      en: 'This is not a host name in a domain, such as status.example.com.',
    },
    description: 'Without a scheme, a port and a path. Addresses and names without a dot are not accepted.',
  },
  report_not_provable: {
    code: 4081,
    status: 409,
    message: {
      pl: 'Dla tego raportu nie ma dowodu.',
      en: 'There is no proof of this report.',
    },
    description:
      'The report failed, or was sealed by an older version, in links that cannot be shown without data of other accounts.',
  },
  package_not_offered: {
    code: 5001,
    status: 422,
    message: { pl: 'Tego pakietu nie można wybrać.', en: 'This package cannot be selected.' },
    description: 'The package is not offered to new accounts.',
  },
  package_exceeds_reseller: {
    code: 5002,
    status: 422,
    message: {
      pl: 'Ten pakiet przekracza pakiet konta nadrzędnego ({limit}).',
      en: 'This package exceeds the package of the parent account ({limit}).',
    },
    description: 'A dependent account cannot have more than its parent account.',
  },
  too_many_services: {
    code: 5003,
    status: 422,
    message: {
      pl: 'Limit usług w pakiecie: {limit}; byłoby ich {used}.',
      en: 'The package is limited to {limit} services; there would be {used}.',
    },
    description: 'maximum_services of the package; archived services do not count.',
  },
  too_many_reports: {
    code: 5014,
    status: 422,
    message: {
      pl: 'Limit raportów w miesiącu w pakiecie: {limit}.',
      en: 'The package is limited to {limit} reports per month.',
    },
    description: 'monthly_reports_limit of the package, counted by calendar months in UTC. Tests do not count.',
  },
  too_many_services_of_type: {
    code: 5004,
    status: 422,
    message: {
      pl: 'Limit usług typu {what} w pakiecie: {limit}; byłoby ich {used}.',
      en: 'The package is limited to {limit} services of type {what}; there would be {used}.',
    },
    description: 'maximum_services of the type in the package.',
  },
  interval_too_short: {
    code: 5005,
    status: 422,
    message: {
      pl: 'Najkrótszy interwał w pakiecie to {limit} s.',
      en: 'The shortest interval of the package is {limit} s.',
    },
    description: 'minimum_interval of the package.',
  },
  interval_too_short_for_type: {
    code: 5006,
    status: 422,
    message: {
      pl: 'Najkrótszy interwał usług typu {what} w pakiecie to {limit} s.',
      en: 'The shortest interval of the package for services of type {what} is {limit} s.',
    },
    description: 'minimum_interval of the type in the package.',
  },
  too_many_sensors: {
    code: 5007,
    status: 422,
    message: {
      pl: 'Limit sensorów na usługę w pakiecie: {limit}.',
      en: 'The package is limited to {limit} sensors per service.',
    },
    description: 'maximum_sensors of the package.',
  },
  too_many_sms_numbers: {
    code: 5008,
    status: 422,
    message: {
      pl: 'Limit numerów telefonu w pakiecie: {limit}; byłoby ich {used}.',
      en: 'The package is limited to {limit} phone numbers; there would be {used}.',
    },
    description: 'maximum_sms_numbers of the package: the distinct numbers of all addresses for SMS and calls.',
  },
  channel_not_in_package: {
    code: 5009,
    status: 422,
    message: {
      pl: 'Pakiet nie obejmuje kanału {what}.',
      en: 'The package does not include the channel {what}.',
    },
    description: 'available_notification_channel_ids of the package.',
  },
  type_not_in_package: {
    code: 5010,
    status: 422,
    message: {
      pl: 'Pakiet nie obejmuje usług typu {what}.',
      en: 'The package does not include services of type {what}.',
    },
    description: 'available_service_types of the package.',
  },
  custom_analyses_not_in_package: {
    code: 5012,
    status: 422,
    message: {
      pl: 'Pakiet nie obejmuje testów z niezapisanymi ustawieniami.',
      en: 'The package does not include tests with unsaved settings.',
    },
    description: 'Custom analyses need a package with can_force_custom_analyses. Start a normal analysis instead.',
  },
  too_many_users: {
    code: 5013,
    status: 422,
    message: {
      pl: 'Konto może mieć najwyżej {limit} dodatkowych użytkowników.',
      en: 'An account can have at most {limit} additional users.',
    },
    description: 'Close additional users that are no longer needed, or create sub-accounts.',
  },
  package_too_small: {
    code: 5011,
    status: 422,
    message: {
      pl: 'Konto używa więcej, niż obejmuje ten pakiet ({limit}).',
      en: 'The account uses more than this package includes ({limit}).',
    },
    description:
      'Reduce the usage first, or choose a larger package. When you change a package: an account with this package uses more.',
  },
  internal_error: {
    code: 9001,
    status: 500,
    message: {
      pl: 'Wystąpił błąd po naszej stronie. Spróbuj ponownie.',
      en: 'Something went wrong on our side. Try again.',
    },
    description: 'The error is logged with the X-Request-Id of this response.',
  },
  unavailable: {
    code: 9002,
    status: 503,
    message: {
      pl: 'Wachta jest chwilowo niedostępna. Spróbuj ponownie za chwilę.',
      en: 'Wachta is temporarily unavailable. Try again in a moment.',
    },
    description:
      'The database did not answer in time, or the account is moving to another cell. Wait for the time in Retry-After.',
  },
  billing_not_configured: {
    code: 9003,
    status: 422,
    message: { pl: 'Ta instalacja nie ma portalu płatności.', en: 'This installation has no billing portal.' },
    description: 'The operator can enable it with BILLING_PORTAL_URL and BILLING_PORTAL_KEY.',
  },
  sensors_not_configured: {
    code: 9004,
    status: 422,
    message: {
      pl: 'W tej instalacji nie można rejestrować sensorów.',
      en: 'Sensors cannot be enrolled on this installation.',
    },
    description: 'The operator can enable it: create keys with `wachta admin nats-keys` and set INSTALLATION_KEYS.',
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorSymbol = keyof typeof catalogue

export const isErrorSymbol = (symbol: string): symbol is ErrorSymbol => Object.hasOwn(catalogue, symbol)
