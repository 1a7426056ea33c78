import { faultsOf, login, password, plain, type Row, starttls, tls } from './line-fault.ts'
import { close, dialogue, endless, last, late, silence, upgrade } from './scripts.ts'

const hello = '220 mail.example.com ESMTP\r\n'
const offers = '250-mail.example.com\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN\r\n'
const go = '220 go ahead\r\n'

const greetings: readonly Row[] = [
  ['words instead of a greeting', 'mail_greeting_invalid', plain, () => dialogue('HELLO there\r\n')],
  ['a web server', 'mail_greeting_invalid', plain, () => dialogue(last('HTTP/1.1 400 Bad Request\r\n\r\n'))],
  ['a code that is no greeting', 'mail_greeting_invalid', plain, () => dialogue('250 fine\r\n')],
  ['a greeting of two codes', 'mail_greeting_invalid', plain, () => dialogue('220-one\r\n250 two\r\n')],
  ['garbage within a greeting', 'mail_greeting_invalid', plain, () => dialogue('220-one\r\n\u0000\u0001nonsense\r\n')],
  ['a line without an end', 'mail_greeting_invalid', plain, () => endless('220 mail.example.com ')],
  ['a greeting without an end', 'mail_greeting_invalid', plain, () => endless('220-more\r\n')],
  ['half a greeting', 'mail_greeting_invalid', plain, () => last('220 mail.exa')],
  ['a refusal', 'mail_greeting_refused', plain, () => dialogue('554 no service for you\r\n')],
  ['a refusal for now', 'mail_greeting_refused', plain, () => dialogue('421 too many connections\r\n')],
  ['the end at once', 'connection_closed', plain, () => close],
  ['a reset at once', 'connection_reset', plain, () => (peer) => peer.reset()],
  ['silence', 'timeout_greeting', plain, () => silence],
  ['silence after a piece of a greeting', 'timeout_greeting', plain, () => dialogue('220 mail')],
]

const introductions: readonly Row[] = [
  ['EHLO refused', 'smtp_helo_refused', plain, () => dialogue(hello, '550 who are you\r\n')],
  ['EHLO unknown and HELO refused', 'smtp_helo_refused', plain, () => dialogue(hello, '502 no\r\n', '550 no\r\n')],
  ['shutdown upon EHLO', 'mail_command_failed', plain, () => dialogue(hello, '421 shutting down\r\n')],
  ['garbage upon EHLO', 'mail_command_failed', plain, () => dialogue(hello, '\u0016\u0003\u0001\r\n')],
  ['the end upon EHLO', 'mail_command_failed', plain, () => dialogue(hello, close)],
  ['a reset upon EHLO', 'connection_reset', plain, () => dialogue(hello, (peer) => peer.reset())],
  ['silence upon EHLO', 'timeout_command', plain, () => dialogue(hello, silence)],
  ['offers without an end', 'mail_command_failed', plain, () => dialogue(hello, endless('250-MORE\r\n'))],
]

const envelope = { ...plain, sender_address: 'a@example.com', recipient_address: 'b@example.com' }
const fine = '250 fine\r\n'

const envelopes: readonly Row[] = [
  ['the sender refused', 'smtp_sender_refused', envelope, () => dialogue(hello, fine, '550 no such domain\r\n')],
  ['the sender refused for now', 'smtp_sender_refused', envelope, () => dialogue(hello, fine, '451 later\r\n')],
  ['the recipient refused', 'smtp_recipient_refused', envelope, () => dialogue(hello, fine, fine, '550 unknown\r\n')],
  ['greylisting', 'smtp_recipient_refused', envelope, () => dialogue(hello, fine, fine, '450 greylisted\r\n')],
  ['garbage upon MAIL', 'mail_command_failed', envelope, () => dialogue(hello, fine, '\u0016\u0003\u0001\r\n')],
]

const upgrades: readonly Row[] = [
  [
    'STARTTLS stripped',
    'mail_starttls_missing',
    { ...starttls, ...login },
    () => dialogue(hello, '250-a\r\n250 AUTH PLAIN\r\n'),
  ],
  ['STARTTLS blotted out', 'mail_starttls_missing', starttls, () => dialogue(hello, '250-a\r\n250 XXXXXXXA\r\n')],
  ['STARTTLS refused', 'mail_starttls_refused', starttls, () => dialogue(hello, offers, '454 not now\r\n')],
  ['STARTTLS, then the end', 'tls_connection_closed', starttls, () => dialogue(hello, offers, last(go))],
  ['STARTTLS, then silence', 'timeout_tls', starttls, () => dialogue(hello, offers, go)],
  [
    'STARTTLS with more in clear behind it',
    'tls_not_spoken',
    starttls,
    ({ good }) => dialogue(hello, offers, upgrade(`${go}250 AUTH PLAIN\r\n`, good, offers)),
  ],
  [
    'STARTTLS and no encryption',
    'tls_not_spoken',
    starttls,
    () => dialogue(hello, offers, late(go, '250 hello again, in clear\r\n')),
  ],
  [
    'an expired certificate',
    'tls_certificate_expired',
    starttls,
    ({ expired }) => dialogue(hello, offers, upgrade(go, expired)),
  ],
  [
    'a certificate of the future',
    'tls_certificate_not_yet_valid',
    starttls,
    ({ notYetValid }) => dialogue(hello, offers, upgrade(go, notYetValid)),
  ],
  [
    'a certificate signed by itself',
    'tls_certificate_self_signed',
    starttls,
    ({ selfSigned }) => dialogue(hello, offers, upgrade(go, selfSigned)),
  ],
  [
    'the certificate of another host',
    'tls_certificate_wrong_host',
    starttls,
    ({ wrongHost }) => dialogue(hello, offers, upgrade(go, wrongHost)),
  ],
  [
    'a certificate about to expire',
    'tls_certificate_expiring',
    { ...starttls, certificate_expiry_days: 10 },
    ({ expiring }) => dialogue(hello, offers, upgrade(go, expiring)),
  ],
  ['an expired certificate from the start', 'tls_certificate_expired', tls, () => dialogue(hello), 'expired'],
  ['no encryption from the start', 'tls_not_spoken', tls, () => dialogue(hello)],
  [
    'EHLO refused once encrypted',
    'smtp_helo_refused',
    starttls,
    ({ good }) => dialogue(hello, offers, upgrade(go, good, '550 no\r\n')),
  ],
]

const logins: readonly Row[] = [
  [
    'AUTH offered in clear only',
    'mail_login_unavailable',
    { ...starttls, ...login },
    ({ good }) => dialogue(hello, offers, upgrade(go, good, '250 nothing\r\n')),
  ],
  [
    'no method that we know',
    'mail_login_unavailable',
    { ...plain, ...login },
    () => dialogue(hello, '250-a\r\n250 AUTH GSSAPI\r\n'),
  ],
  [
    'encryption demanded',
    'mail_login_unavailable',
    { ...plain, ...login },
    () => dialogue(hello, offers, '538 encryption required\r\n'),
  ],
  [
    'a wrong password',
    'mail_login_refused',
    { ...starttls, ...login },
    ({ good }) => dialogue(hello, offers, upgrade(go, good, offers, '535 no\r\n')),
  ],
  [
    'a refusal that repeats the password where a message is cut',
    'mail_login_refused',
    { ...plain, ...login },
    () => dialogue(hello, offers, `535 ${'x'.repeat(187)}${password}\r\n`),
  ],
  [
    'no directory of users',
    'mail_login_refused',
    { ...plain, ...login },
    () => dialogue(hello, offers, '454 try later\r\n'),
  ],
  [
    'a refusal in the middle of AUTH LOGIN',
    'mail_login_refused',
    { ...plain, ...login },
    () => dialogue(hello, '250-a\r\n250 AUTH LOGIN\r\n', '334 VXNlcm5hbWU6\r\n', '535 no such user\r\n'),
  ],
  [
    'an answer that AUTH does not have',
    'mail_command_failed',
    { ...plain, ...login },
    () => dialogue(hello, offers, '354 go on\r\n'),
  ],
  ['the end upon AUTH', 'mail_command_failed', { ...tls, ...login }, () => dialogue(hello, offers, close), 'good'],
  ['silence upon AUTH', 'timeout_command', { ...tls, ...login }, () => dialogue(hello, offers, silence), 'good'],
  ['half a login', 'settings_invalid', { ...plain, username: 'anna' }, () => dialogue(hello, offers)],
]

const helo: readonly Row[] = [
  ['words instead of a greeting', 'mail_greeting_invalid', {}, () => dialogue('hello\r\n')],
  ['a refusal', 'mail_greeting_refused', {}, () => dialogue('554 no\r\n')],
  ['HELO refused', 'smtp_helo_refused', {}, () => dialogue(hello, '501 bad name\r\n')],
  ['the end upon HELO', 'mail_command_failed', {}, () => dialogue(hello, close)],
  ['silence', 'timeout_greeting', {}, () => silence],
  ['silence upon HELO', 'timeout_command', {}, () => dialogue(hello, silence)],
  ['a name with an end of line', 'settings_invalid', { helo_name: 'a\r\nQUIT' }, () => dialogue(hello, '250 a\r\n')],
]

export const smtpFaults = [
  ...faultsOf('smtp', [...greetings, ...introductions, ...envelopes, ...upgrades, ...logins]),
  ...faultsOf('smtp_helo', helo),
]
