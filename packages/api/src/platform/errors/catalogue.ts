import type { Localized } from '@wachta/domain'

/** One kind of error: its number, its HTTP status, what an end user reads, and what a developer reads. */
export interface ErrorKind {
  readonly code: number
  readonly status: number
  readonly message: Localized
  readonly description: string
}

/**
 * Every error that the interface can answer with. Groups: 1xxx the request, 2xxx authentication, 3xxx permission,
 * 4xxx objects and their state, 5xxx package limits, 9xxx the installation. Codes and symbols are never given anew.
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
      en: 'This key occurs more than once in its object.',
    },
    description: 'Parsers disagree on which of two equal keys counts, so none is accepted. Send each key once.',
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
    description: 'A body may have at most 1 MiB. Split the request.',
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
    message: { pl: 'Nie ma takiej operacji.', en: 'There is no such operation.' },
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
    message: { pl: 'Nie ma takiego pola.', en: 'There is no such field.' },
    description: 'The object is closed: properties it does not define are not accepted.',
  },
  wrong_type: {
    code: 1012,
    status: 400,
    message: {
      pl: 'Wartość ma zły typ (oczekiwany: {expected}).',
      en: 'The value is of the wrong type (expected: {expected}).',
    },
    description: 'The JSON type of the value does not match the schema.',
  },
  wrong_format: {
    code: 1013,
    status: 400,
    message: { pl: 'Wartość ma zły format.', en: 'The value is not in the right format.' },
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
      pl: 'Tekst jest za krótki (najmniejsza liczba znaków: {limit}).',
      en: 'The text is too short (minimum length: {limit}).',
    },
    description: 'The string has fewer characters than the schema asks for.',
  },
  too_long: {
    code: 1016,
    status: 400,
    message: {
      pl: 'Tekst jest za długi (największa liczba znaków: {limit}).',
      en: 'The text is too long (maximum length: {limit}).',
    },
    description: 'The string has more characters than the schema allows.',
  },
  too_small: {
    code: 1017,
    status: 400,
    message: {
      pl: 'Liczba jest za mała (najmniejsza dozwolona: {limit}).',
      en: 'The number is too small (minimum: {limit}).',
    },
    description: 'The number is below the minimum of the schema.',
  },
  too_large: {
    code: 1018,
    status: 400,
    message: {
      pl: 'Liczba jest za duża (największa dozwolona: {limit}).',
      en: 'The number is too large (maximum: {limit}).',
    },
    description: 'The number is above the maximum of the schema.',
  },
  too_few_items: {
    code: 1019,
    status: 400,
    message: { pl: 'Za mało elementów (najmniej: {limit}).', en: 'Too few items (minimum: {limit}).' },
    description: 'The array has fewer items than the schema asks for.',
  },
  too_many_items: {
    code: 1020,
    status: 400,
    message: { pl: 'Za dużo elementów (najwięcej: {limit}).', en: 'Too many items (maximum: {limit}).' },
    description: 'The array has more items than the schema allows.',
  },
  repeated_item: {
    code: 1021,
    status: 400,
    message: { pl: 'Elementy nie mogą się powtarzać.', en: 'Items must not repeat.' },
    description: 'The array must hold each item once.',
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
    message: { pl: 'Tej liczby nie da się zapisać dokładnie.', en: 'This number cannot be kept exactly.' },
    description: 'Integers must lie between -(2^53 - 1) and 2^53 - 1.',
  },
  read_only_field: {
    code: 1024,
    status: 400,
    message: { pl: 'Tego pola nie można zmienić.', en: 'This field cannot be changed.' },
    description: 'The field may be sent back as it was read, but not with another value.',
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
      en: 'This key was already used for another request.',
    },
    description: 'The same Idempotency-Key came with another operation or body within 24 hours. Use a new key.',
  },
  too_many_requests: {
    code: 1040,
    status: 429,
    message: {
      pl: 'Za dużo żądań. Spróbuj ponownie za {seconds} s.',
      en: 'Too many requests. Try again in {seconds} s.',
    },
    description: 'The request limit of the account or of the address is reached. Wait as Retry-After says.',
  },
  too_many_streams: {
    code: 1041,
    status: 429,
    message: {
      pl: 'Podgląd na żywo jest już otwarty {maximum} razy. Zamknij jedną z kart.',
      en: 'The live view is already open {maximum} times. Close one of the tabs.',
    },
    description: 'Each signed-in account may have so many streams at once. Close one, or use one for several purposes.',
  },
  too_many_series: {
    code: 1042,
    status: 400,
    message: {
      pl: 'Usług jest więcej niż {maximum}. Zapytaj o jedną grupę.',
      en: 'There are more than {maximum} services. Ask for one group.',
    },
    description: 'Narrow the request with group_id, or take page after page with offset.',
  },
  authentication_required: {
    code: 2001,
    status: 401,
    message: { pl: 'Zaloguj się.', en: 'Sign in.' },
    description: 'Send Authorization: Basic, or Bearer with the token of a session.',
  },
  wrong_credentials: {
    code: 2002,
    status: 401,
    message: {
      pl: 'Nazwa użytkownika lub hasło są nieprawidłowe albo konto wymaga logowania dwuskładnikowego.',
      en: 'The user name or password is wrong, or the account asks for two-factor authentication.',
    },
    description: 'Accounts with 2FA cannot use Basic authentication: create a session and verify it.',
  },
  invalid_session: {
    code: 2003,
    status: 401,
    message: { pl: 'Sesja wygasła. Zaloguj się ponownie.', en: 'The session has expired. Sign in again.' },
    description: 'The token is unknown, expired, or was ended.',
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
      pl: 'Konto nie jest aktywne. Otwórz odnośnik z wiadomości e-mail.',
      en: 'The account is not active yet. Open the link in the e-mail.',
    },
    description: 'The account waits for its e-mail address to be confirmed.',
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
      pl: 'Za dużo nieudanych prób. Spróbuj ponownie za {seconds} s.',
      en: 'Too many failed attempts. Try again in {seconds} s.',
    },
    description: 'Failed attempts are counted per account and address. Wait as Retry-After says.',
  },
  wrong_code: {
    code: 2009,
    status: 422,
    message: { pl: 'Kod jednorazowy jest nieprawidłowy.', en: 'The one-time code is wrong.' },
    description: 'The code does not match, or was used already. Each code counts once.',
  },
  invalid_token: {
    code: 2010,
    status: 422,
    message: {
      pl: 'Odnośnik jest nieprawidłowy lub wygasł. Poproś o nowy.',
      en: 'The link is wrong or has expired. Ask for a new one.',
    },
    description: 'The account or the token is unknown, or the token was used or has expired.',
  },
  two_factor_setup_required: {
    code: 2011,
    status: 403,
    message: { pl: 'Najpierw włącz logowanie dwuskładnikowe.', en: 'Set up two-factor authentication first.' },
    description: 'Until 2FA is on, this account may only call 2fa/setup and 2fa/verify.',
  },
  administrator_scope_refused: {
    code: 2012,
    status: 403,
    message: { pl: 'To konto nie jest kontem administratora.', en: 'This account is not an administrator.' },
    description: 'The scope administrator is only granted to administrators.',
  },
  too_busy: {
    code: 2013,
    status: 503,
    message: {
      pl: 'Zbyt wiele logowań naraz. Spróbuj ponownie za chwilę.',
      en: 'Too many sign-ins at once. Try again in a moment.',
    },
    description:
      'Password checks are bounded in number, so that they cannot use up the machine. Retry as Retry-After says.',
  },
  session_required: {
    code: 2014,
    status: 403,
    message: { pl: 'Do tego potrzebna jest sesja. Zaloguj się.', en: 'This needs a session. Sign in.' },
    description: 'A stream lasts as long as a session does: create one, and send its token as Bearer.',
  },
  api_key_mistyped: {
    code: 2021,
    status: 401,
    message: {
      pl: 'Klucz API zawiera literówkę. Skopiuj go ponownie w całości.',
      en: 'The API key is mistyped. Copy it again, all of it.',
    },
    description: 'The checksum at the end of the key does not fit the rest: a character is wrong, missing or added.',
  },
  api_key_unknown: {
    code: 2022,
    status: 401,
    message: { pl: 'Nie ma takiego klucza API.', en: 'There is no such API key.' },
    description:
      'The key is well-formed, but was not created here, or its account was deleted. Check the address of the installation.',
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
    description: 'The time in expires_at is over. Create a new key.',
  },
  step_up_required: {
    code: 2020,
    status: 403,
    message: {
      pl: 'Potwierdź hasłem, że to Ty, i spróbuj ponownie.',
      en: 'Confirm with your password that it is you, and try again.',
    },
    description:
      'Call POST /sessions/step_up with the password and, with 2FA on, a code; then repeat the request within 5 minutes.',
  },
  forbidden: {
    code: 3001,
    status: 403,
    message: { pl: 'Nie masz do tego uprawnień.', en: 'You are not allowed to do this.' },
    description: 'The record is readable, but its permission flag for this operation is false for the caller.',
  },
  administrator_only: {
    code: 3002,
    status: 403,
    message: { pl: 'Tę operację może wykonać tylko administrator.', en: 'Only administrators may do this.' },
    description: 'The operation demands a caller with the scope administrator.',
  },
  forbidden_field: {
    code: 3003,
    status: 403,
    message: { pl: 'Nie masz uprawnień do zmiany tego pola.', en: 'You are not allowed to change this field.' },
    description: 'The record may be changed by the caller, but not this field of it.',
  },
  observer_only_reads: {
    code: 3004,
    status: 403,
    message: { pl: 'Jako obserwator niczego nie zmienisz.', en: 'As an observer you cannot change anything.' },
    description: 'The session was opened by POST /accounts/:id/observe. It reads, and every write is refused.',
  },
  api_key_not_allowed: {
    code: 3011,
    status: 403,
    message: {
      pl: 'Do tego nie wystarczy klucz API. Zaloguj się.',
      en: 'API keys cannot be used for this. Sign in.',
    },
    description:
      'Keys, passwords, sessions, users and accounts are managed by a person with a session. Create one, and send its token.',
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
      en: 'This API key is limited to service groups, and this concerns the whole account.',
    },
    description: 'Use a key without group_ids, or an operation on services and groups that the key is limited to.',
  },
  cross_site_request: {
    code: 3010,
    status: 403,
    message: {
      pl: 'To żądanie wysłała strona z innego adresu, więc zostało odrzucone.',
      en: 'This request came from a page of another site and was rejected.',
    },
    description: 'Browsers may change something only from pages of this installation: see Sec-Fetch-Site and Origin.',
  },
  not_found: {
    code: 4001,
    status: 404,
    message: { pl: 'Nie ma takiego obiektu.', en: 'There is no such object.' },
    description: 'The object does not exist, or the caller may not read it; the two are not told apart.',
  },
  unknown_reference: {
    code: 4002,
    status: 422,
    message: { pl: 'Wskazany obiekt nie istnieje.', en: 'The object referred to does not exist.' },
    description: 'An id in the request names nothing that the caller may read.',
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
      en: 'This password is too short or too easy to guess. Use at least 12 characters, without the user name.',
    },
    description:
      'Passwords of fewer than 12 characters, the commonest ones, trivial ones and those that contain the user name are refused.',
  },
  wrong_password: {
    code: 4006,
    status: 422,
    message: { pl: 'Hasło jest nieprawidłowe.', en: 'The password is wrong.' },
    description: 'The password given to confirm the operation is not that of the caller.',
  },
  host_not_allowed: {
    code: 4007,
    status: 422,
    message: { pl: 'Odnośniki nie mogą prowadzić pod ten adres.', en: 'Links must not lead to this address.' },
    description: 'Mailed links may only lead to hosts that the installation allows (LINK_HOSTS).',
  },
  two_factor_not_started: {
    code: 4008,
    status: 409,
    message: {
      pl: 'Najpierw rozpocznij włączanie logowania dwuskładnikowego.',
      en: 'Start the two-factor setup first.',
    },
    description: 'Call 2fa/setup and use the key it returns.',
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
    description: 'The change would lock out the caller who makes it. Add the current address first.',
  },
  session_already_verified: {
    code: 4011,
    status: 409,
    message: { pl: 'Ta sesja jest już potwierdzona.', en: 'This session is verified already.' },
    description: 'The session needs no further code.',
  },
  not_the_calling_session: {
    code: 4012,
    status: 409,
    message: {
      pl: 'Kod potwierdza tylko sesję, z której został wysłany.',
      en: 'A code verifies only the session that sends it.',
    },
    description: 'Send the code with the token of the very session that is to be verified.',
  },
  activation_is_final: {
    code: 4013,
    status: 422,
    message: {
      pl: 'Aktywacji nie można cofnąć. Zablokuj konto.',
      en: 'An activation cannot be taken back. Block the account instead.',
    },
    description: 'is_activated says whether the address was confirmed; blocking is what shuts an account out.',
  },
  too_many_objects: {
    code: 4014,
    status: 422,
    message: {
      pl: 'Więcej takich obiektów być nie może (limit: {limit}).',
      en: 'There cannot be more of these (limit: {limit}).',
    },
    description: 'A fixed bound of the installation. Delete what is no longer needed.',
  },
  contradiction: {
    code: 4015,
    status: 422,
    message: {
      pl: 'To pole przeczy innemu polu tego samego żądania.',
      en: 'This field contradicts another field of the same request.',
    },
    description: 'Two forms of the same setting were sent with different values. Send one of them.',
  },
  group_of_another_account: {
    code: 4016,
    status: 422,
    message: {
      pl: 'Grupa należy do innego konta niż obiekt.',
      en: 'The group belongs to another account than the object.',
    },
    description: 'Objects stay within the groups of the account that owns them.',
  },
  cannot_share_with: {
    code: 4017,
    status: 422,
    message: {
      pl: 'Grupy nie można udostępnić temu kontu.',
      en: 'The group cannot be shared with this account.',
    },
    description:
      'Groups are shared with accounts of their own, and not with the owner. Additional users see all groups anyway.',
  },
  sensor_not_available: {
    code: 4018,
    status: 422,
    message: {
      pl: 'Ten sensor nie może sprawdzać takich usług (kategoria: {category}).',
      en: 'This sensor cannot check such services (category: {category}).',
    },
    description:
      'The sensor is switched off, private to another account, or not able to check services of the category.',
  },
  wrong_address: {
    code: 4019,
    status: 422,
    message: {
      pl: 'Adres nie pasuje do typu usługi. {reason}',
      en: 'The address does not fit the type of service. {reason}',
    },
    description: 'See address_format of the service type for what to write.',
  },
  service_is_archived: {
    code: 4020,
    status: 409,
    message: {
      pl: 'Usługa jest w archiwum. Najpierw ją przywróć.',
      en: 'The service is archived. Restore it first.',
    },
    description: 'Archived services are not watched. POST /services/{_id}/restore brings one back.',
  },
  wrong_window: {
    code: 4021,
    status: 422,
    message: {
      pl: 'Koniec musi być późniejszy niż początek.',
      en: 'The end must be later than the beginning.',
    },
    description: 'A window from start_time up to end_time must not be empty.',
  },
  wrong_channel_address: {
    code: 4022,
    status: 422,
    message: {
      pl: 'Adres nie pasuje do kanału. Oczekiwana postać: {format}',
      en: 'The address does not fit the channel. Expected: {format}',
    },
    description: 'Every channel has its own form of address.',
  },
  channel_discontinued: {
    code: 4023,
    status: 422,
    message: {
      pl: 'Ten kanał już nie działa i nie przyjmuje nowych adresów.',
      en: 'This channel no longer works and takes no new addresses.',
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
    description: 'See GET /dictionaries/template_variables for the names that can be used.',
  },
  template_not_allowed: {
    code: 4025,
    status: 422,
    message: {
      pl: 'W szablonie wolno używać tylko zmiennych w postaci {form}.',
      en: 'A template may only use variables, written as {form}.',
    },
    description: 'Sections, partials, comments and unescaped values are not available.',
  },
  template_malformed: {
    code: 4026,
    status: 422,
    message: {
      pl: 'Znacznik w szablonie nie jest zamknięty.',
      en: 'A tag of the template is not closed.',
    },
    description: 'Every opening pair of braces needs its closing pair.',
  },
  channel_mismatch: {
    code: 4027,
    status: 422,
    message: {
      pl: 'Szablon jest przeznaczony dla innego kanału.',
      en: 'The template is made for another channel.',
    },
    description: 'Assign a template of the same channel as in the address of the request.',
  },
  belongs_to_another_account: {
    code: 4028,
    status: 422,
    message: {
      pl: 'Wskazany obiekt należy do innego konta.',
      en: 'The object referred to belongs to another account.',
    },
    description: 'What belongs together must belong to the same account.',
  },
  circular_condition: {
    code: 4029,
    status: 422,
    message: {
      pl: 'Zdarzenia zależałyby od siebie nawzajem.',
      en: 'The events would depend on each other.',
    },
    description: 'An event cannot depend on itself, directly or through others.',
  },
  nobody_to_tell: {
    code: 4030,
    status: 422,
    message: {
      pl: 'Eskalacja musi mieć kontakt lub grupę kontaktów.',
      en: 'An escalation needs a contact or a contact group.',
    },
    description: 'Give contact_ids or contact_group_ids.',
  },
  repeated_external_id: {
    code: 4031,
    status: 422,
    message: {
      pl: 'Ten identyfikator występuje w żądaniu więcej niż raz.',
      en: 'This identifier occurs more than once in the request.',
    },
    description: 'Each external_id names one object of its kind.',
  },
  template_not_json: {
    code: 4032,
    status: 422,
    message: {
      pl: 'Szablon tego kanału musi dawać poprawny dokument JSON.',
      en: 'A template of this channel must give a valid JSON document.',
    },
    description: 'The text becomes the body of a request. Put variables inside quotes.',
  },
  secret_needed_again: {
    code: 4033,
    status: 422,
    message: {
      pl: 'Po zmianie adresu lub sposobu sprawdzania podaj tę tajną wartość jeszcze raz.',
      en: 'After a change of address or of the way of checking, give this secret again.',
    },
    description:
      'A stored secret is never sent to a place that whoever chose it does not know it for. Send the secret in clear, or null to remove it.',
  },
  too_many_for_now: {
    code: 4034,
    status: 429,
    message: {
      pl: 'Limit na tę godzinę został wyczerpany (limit: {limit}). Spróbuj później.',
      en: 'The limit for this hour is used up (limit: {limit}). Try again later.',
    },
    description: 'Work that is done on request is limited per account and hour. Ask for less, or later.',
  },
  nothing_to_check_with: {
    code: 4035,
    status: 422,
    message: {
      pl: 'Usługi nie sprawdza żaden sensor. Wybierz sensory usługi lub jej grupy.',
      en: 'No sensor checks the service. Choose sensors for the service or its group.',
    },
    description: 'An analysis needs at least one sensor, and a service type that sensors can check.',
  },
  not_a_heartbeat: {
    code: 4036,
    status: 422,
    message: {
      pl: 'Na zgłoszenia czekają tylko usługi typu „Sygnał życia”.',
      en: 'Only services of the type heartbeat wait for reports.',
    },
    description: 'Create a service of the type heartbeat to have a job report to it.',
  },
  range_too_long: {
    code: 4037,
    status: 422,
    message: {
      pl: 'Zakres czasu jest za długi (najwięcej dni: {limit}).',
      en: 'The time range is too long (maximum days: {limit}).',
    },
    description: 'Ask for several shorter ranges. What is read row by row is limited to fewer days than charts are.',
  },
  event_not_active: {
    code: 4038,
    status: 409,
    message: {
      pl: 'To zdarzenie teraz nie występuje albo ktoś już je wyłączył.',
      en: 'The event does not occur now, or somebody has switched it off already.',
    },
    description: 'Only an event whose status is active can be disabled. Read its status first.',
  },
  no_sms_number: {
    code: 4039,
    status: 422,
    message: {
      pl: 'Nie ma tu numeru, na który można wysłać SMS. Dodaj adres w kanale SMS.',
      en: 'There is no number here that an SMS can be sent to. Add an address of the channel SMS.',
    },
    description:
      'The address is of another channel, the group has no address of the channel sms, or the service does not use that channel.',
  },
  address_not_verified: {
    code: 4040,
    status: 422,
    message: {
      pl: 'Adres nie został jeszcze potwierdzony: numer potwierdza się kodem, adres e-mail linkiem.',
      en: 'The address is not verified yet: a number is verified with a code, an e-mail address with a link.',
    },
    description:
      'Call send_verification_code of the address. Verify a number with the code that arrives; the link to an e-mail address is opened by its reader.',
  },
  too_many_messages: {
    code: 4041,
    status: 429,
    message: {
      pl: 'Na ten adres lub z tego konta wysłano już za dużo wiadomości. Spróbuj ponownie za {seconds} s.',
      en: 'Too many messages were sent to this address or by this account. Try again in {seconds} s.',
    },
    description:
      'Tests and codes are limited to 3 per number in 10 minutes, links to 3 per e-mail address in a day, and all of them per account and day. Wait as Retry-After says.',
  },
  wrong_verification_code: {
    code: 4042,
    status: 422,
    message: {
      pl: 'Kod jest nieprawidłowy lub już nieważny. Sprawdź go albo poproś o nowy.',
      en: 'The code is wrong or no longer good. Check it, or ask for a new one.',
    },
    description: 'A code is good for 10 minutes and 5 tries, and only the newest one counts.',
  },
  verification_not_needed: {
    code: 4043,
    status: 422,
    message: {
      pl: 'Tego adresu nie trzeba potwierdzać.',
      en: 'This address needs no verification.',
    },
    description: 'The address is verified already, or its channel asks for no verification: see is_verified.',
  },
  step_names_follow_steps: {
    code: 4061,
    status: 422,
    message: {
      pl: 'Nazwy kroków wynikają z ustawienia `steps`. Zmień je tam; usługi bez scenariusza nie mają kroków.',
      en: 'The names of steps follow from the setting `steps`. Change them there; services without a scenario have no steps.',
    },
    description: 'Leave step_names out, or send the names of extended_settings.steps in their order.',
  },
  type_cannot_run: {
    code: 4060,
    status: 422,
    message: {
      pl: 'Tego rodzaju usług nie da się jeszcze sprawdzać: wymaga sensora z przeglądarką. Wybierz inny rodzaj, na przykład `http_scenario`.',
      en: 'Services of this type cannot be checked yet: it needs a sensor with a browser. Choose another type, such as `http_scenario`.',
    },
    description:
      'The type is part of the interface, but no sensor of this version runs it. GET /accounts/my_account/available_service_types lists the types that can be used.',
  },
  expiry_in_the_past: {
    code: 4071,
    status: 422,
    message: { pl: 'Data wygaśnięcia już minęła.', en: 'This expiry date is in the past.' },
    description: 'Give a time that is still to come, or null for a key that does not expire.',
  },
  scope_beyond_groups: {
    code: 4072,
    status: 422,
    message: {
      pl: 'Klucz ograniczony do grup usług nie może mieć zakresów: {scopes}.',
      en: 'A key limited to service groups cannot have these scopes: {scopes}.',
    },
    description: 'They are about what belongs to the whole account. Leave them out, or leave out group_ids.',
  },
  sensor_too_old: {
    code: 4073,
    status: 422,
    message: {
      pl: 'Ta wersja sensora jest za stara. Zaktualizuj sensor i zarejestruj go ponownie tym samym tokenem.',
      en: 'This version of the sensor is too old. Upgrade the sensor and enrol it again with the same token.',
    },
    description:
      'Private sensors publish to subjects of their own since protocol 2. An older sensor would get a token that the broker accepts no result by. The token stays valid.',
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
  package_not_offered: {
    code: 5001,
    status: 422,
    message: { pl: 'Tego pakietu nie można wybrać.', en: 'This package cannot be chosen.' },
    description: 'The package is not offered to new accounts.',
  },
  package_exceeds_reseller: {
    code: 5002,
    status: 422,
    message: {
      pl: 'Ten pakiet daje więcej niż pakiet konta nadrzędnego ({limit}).',
      en: "This package gives more than the reseller's own ({limit}).",
    },
    description: 'A dependent account may have at most what the account above it has.',
  },
  too_many_services: {
    code: 5003,
    status: 422,
    message: {
      pl: 'Limit usług w pakiecie: {limit}; byłoby ich {used}.',
      en: 'The package has a limit of {limit} for services; there would be {used}.',
    },
    description: 'maximum_services of the package; archived services do not count.',
  },
  too_many_services_of_type: {
    code: 5004,
    status: 422,
    message: {
      pl: 'Limit usług typu {what} w pakiecie: {limit}; byłoby ich {used}.',
      en: 'The package has a limit of {limit} for services of type {what}; there would be {used}.',
    },
    description: 'maximum_services of the type in the package.',
  },
  interval_too_short: {
    code: 5005,
    status: 422,
    message: {
      pl: 'Pakiet nie pozwala sprawdzać częściej niż co {limit} s.',
      en: 'The package allows no checks more often than every {limit} s.',
    },
    description: 'minimum_interval of the package.',
  },
  interval_too_short_for_type: {
    code: 5006,
    status: 422,
    message: {
      pl: 'Pakiet nie pozwala sprawdzać usług typu {what} częściej niż co {limit} s.',
      en: 'The package allows no checks of type {what} more often than every {limit} s.',
    },
    description: 'minimum_interval of the type in the package.',
  },
  too_many_sensors: {
    code: 5007,
    status: 422,
    message: {
      pl: 'Limit sensorów jednej usługi w pakiecie: {limit}.',
      en: 'The package has a limit of {limit} for the sensors of one service.',
    },
    description: 'maximum_sensors of the package.',
  },
  too_many_sms_numbers: {
    code: 5008,
    status: 422,
    message: {
      pl: 'Limit numerów telefonu w pakiecie: {limit}; byłoby ich {used}.',
      en: 'The package has a limit of {limit} for telephone numbers; there would be {used}.',
    },
    description: 'maximum_sms_numbers of the package: different numbers of all addresses for SMS and calls.',
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
      pl: 'Pakiet nie obejmuje analiz z własnymi ustawieniami.',
      en: 'The package does not include analyses with settings of their own.',
    },
    description: 'Custom analyses need a package with can_force_custom_analyses. Force an ordinary analysis instead.',
  },
  too_many_users: {
    code: 5013,
    status: 422,
    message: {
      pl: 'Konto może mieć najwyżej {limit} dodatkowych użytkowników.',
      en: 'An account can have at most {limit} additional users.',
    },
    description: 'Close additional users that are no longer needed, or make sub-accounts.',
  },
  package_too_small: {
    code: 5011,
    status: 422,
    message: {
      pl: 'Konto używa więcej, niż obejmuje ten pakiet ({limit}).',
      en: 'The account uses more than this package covers ({limit}).',
    },
    description:
      'Reduce what is used first, or choose a larger package. For a change of a package: an account that has it uses more.',
  },
  internal_error: {
    code: 9001,
    status: 500,
    message: {
      pl: 'Wystąpił błąd po naszej stronie. Spróbuj ponownie.',
      en: 'Something went wrong on our side. Try again.',
    },
    description: 'The fault is logged under the X-Request-Id of this answer.',
  },
  unavailable: {
    code: 9002,
    status: 503,
    message: {
      pl: 'Usługa jest chwilowo niedostępna. Spróbuj ponownie za chwilę.',
      en: 'The service is briefly unavailable. Try again in a moment.',
    },
    description: 'The database did not answer in time. Retry as Retry-After says.',
  },
  billing_not_configured: {
    code: 9003,
    status: 422,
    message: { pl: 'Ta instalacja nie ma portalu płatności.', en: 'This installation has no billing portal.' },
    description: 'The operator sets BILLING_PORTAL_URL and BILLING_PORTAL_KEY to enable it.',
  },
  sensors_not_configured: {
    code: 9004,
    status: 422,
    message: {
      pl: 'W tej instalacji nie można rejestrować sensorów.',
      en: 'No sensor can be enrolled at this installation.',
    },
    description: 'The operator makes keys with `wachta admin nats-keys` and sets INSTALLATION_KEYS to enable it.',
  },
} as const satisfies Record<string, ErrorKind>

export type ErrorSymbol = keyof typeof catalogue

export const isErrorSymbol = (symbol: string): symbol is ErrorSymbol => Object.hasOwn(catalogue, symbol)
