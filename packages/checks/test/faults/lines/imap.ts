import { faultsOf, login, plain, type Row, starttls, tls } from './line-fault.ts'
import { close, dialogue, endless, last, silence, upgrade } from './scripts.ts'

const hello = '* OK ready\r\n'
const offers = '* CAPABILITY IMAP4rev1 STARTTLS AUTH=PLAIN\r\na1 OK done\r\n'
const again = '* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\na3 OK done\r\n'
const go = 'a2 OK begin\r\n'

const rows: readonly Row[] = [
  ['words instead of a greeting', 'mail_greeting_invalid', plain, () => dialogue('220 mail.example.com ESMTP\r\n')],
  ['a line without an end', 'mail_greeting_invalid', plain, () => endless('* OK and on and ')],
  ['a refusal', 'mail_greeting_refused', plain, () => dialogue('* BYE too many connections\r\n')],
  ['the end at once', 'connection_closed', plain, () => close],
  ['silence', 'timeout_greeting', plain, () => silence],
  ['CAPABILITY unknown', 'mail_command_failed', plain, () => dialogue(hello, 'a1 BAD what\r\n')],
  ['the end upon CAPABILITY', 'mail_command_failed', plain, () => dialogue(hello, close)],
  ['another one’s tag', 'timeout_command', plain, () => dialogue(hello, '* OK a1 OK done\r\n')],
  ['garbage between lines', 'mail_command_failed', plain, () => dialogue(hello, `nonsense\r\n${offers}`)],
  ['lines without an end', 'mail_command_failed', plain, () => dialogue(hello, endless('* OK more\r\n'))],
  ['goodbye upon CAPABILITY', 'mail_command_failed', plain, () => dialogue(hello, last('* BYE shutting down\r\n'))],
  [
    'STARTTLS stripped',
    'mail_starttls_missing',
    { ...starttls, ...login },
    () => dialogue(hello, '* CAPABILITY IMAP4rev1\r\na1 OK\r\n'),
  ],
  [
    'a session that is logged in already',
    'mail_starttls_missing',
    { ...starttls, ...login },
    () => dialogue('* PREAUTH welcome\r\n', offers),
  ],
  ['STARTTLS refused', 'mail_starttls_refused', starttls, () => dialogue(hello, offers, 'a2 NO not now\r\n')],
  [
    'STARTTLS with more in clear behind it',
    'tls_not_spoken',
    starttls,
    ({ good }) => dialogue(hello, offers, upgrade(`${go}* CAPABILITY IMAP4rev1\r\na3 OK\r\n`, good)),
  ],
  ['STARTTLS, then silence', 'timeout_tls', starttls, () => dialogue(hello, offers, go)],
  [
    'a certificate signed by itself',
    'tls_certificate_self_signed',
    { ...starttls, ...login },
    ({ selfSigned }) => dialogue(hello, offers, upgrade(go, selfSigned)),
  ],
  ['an expired certificate', 'tls_certificate_expired', { ...tls, ...login }, () => dialogue(hello), 'expired'],
  [
    'silence once encrypted',
    'timeout_command',
    starttls,
    ({ good }) => dialogue(hello, offers, upgrade(go, good, silence)),
  ],
  [
    'LOGIN disabled',
    'mail_login_unavailable',
    { ...plain, ...login },
    () => dialogue(hello, '* CAPABILITY IMAP4rev1 LOGINDISABLED\r\na1 OK\r\n'),
  ],
  ['LOGIN unknown', 'mail_login_unavailable', { ...plain, ...login }, () => dialogue(hello, offers, 'a2 BAD what\r\n')],
  [
    'encryption demanded',
    'mail_login_unavailable',
    { ...plain, ...login },
    () => dialogue(hello, offers, 'a2 NO [PRIVACYREQUIRED] no\r\n'),
  ],
  [
    'a wrong password',
    'mail_login_refused',
    { ...starttls, ...login },
    ({ good }) => dialogue(hello, offers, upgrade(go, good, again, 'a4 NO [AUTHENTICATIONFAILED] no\r\n')),
  ],
  [
    'a literal refused',
    'mail_login_refused',
    { ...plain, ...login, username: 'łucja' },
    () => dialogue(hello, offers, 'a2 NO no such letters\r\n'),
  ],
  [
    'goodbye upon LOGIN',
    'mail_command_failed',
    { ...plain, ...login },
    () => dialogue(hello, offers, last('* BYE overloaded\r\n')),
  ],
  ['silence upon LOGIN', 'timeout_command', { ...plain, ...login }, () => dialogue(hello, offers, silence)],
  [
    'no inbox',
    'mail_mailbox_unavailable',
    { ...plain, ...login },
    () => dialogue(hello, offers, 'a2 OK in\r\n', 'a3 NO [INUSE] locked\r\n'),
  ],
  [
    'the end instead of the inbox',
    'mail_command_failed',
    { ...plain, ...login },
    () => dialogue(hello, offers, 'a2 OK in\r\n', close),
  ],
]

export const imapFaults = faultsOf('imap', rows)
