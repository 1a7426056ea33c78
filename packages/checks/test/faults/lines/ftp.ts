import { faultsOf, login, plain, type Row, starttls, tls } from './line-fault.ts'
import { close, dialogue, endless, last, silence, upgrade } from './scripts.ts'

const hello = '220-Welcome\r\n to our files\r\n220 ready\r\n'
const go = '234 begin\r\n'

const rows: readonly Row[] = [
  ['words instead of a greeting', 'ftp_greeting_invalid', plain, () => dialogue('SSH-2.0-OpenSSH_9.2\r\n')],
  ['a session limit', 'ftp_greeting_invalid', plain, () => dialogue(last('421 too many users\r\n'))],
  ['a greeting without an end', 'ftp_greeting_invalid', plain, () => endless('220-more\r\n')],
  ['the end at once', 'connection_closed', plain, () => close],
  ['silence', 'timeout_greeting', plain, () => silence],
  ['a moment that never ends', 'timeout_greeting', plain, () => dialogue('120 ready in 5 minutes\r\n')],
  ['AUTH TLS unknown', 'ftp_tls_missing', { ...starttls, ...login }, () => dialogue(hello, '530 log in first\r\n')],
  [
    'AUTH TLS with more in clear behind it',
    'tls_not_spoken',
    starttls,
    ({ good }) => dialogue(hello, upgrade(`${go}230 in\r\n`, good)),
  ],
  ['AUTH TLS, then the end', 'tls_connection_closed', starttls, () => dialogue(hello, last(go))],
  ['silence upon AUTH TLS', 'timeout_command', starttls, () => dialogue(hello, silence)],
  [
    'an expired certificate',
    'tls_certificate_expired',
    { ...starttls, ...login },
    ({ expired }) => dialogue(hello, upgrade(go, expired)),
  ],
  [
    'a certificate signed by itself',
    'tls_certificate_self_signed',
    { ...tls, ...login },
    () => dialogue(hello),
    'selfSigned',
  ],
  [
    'a wrong password',
    'ftp_login_refused',
    { ...starttls, ...login },
    ({ good }) => dialogue(hello, upgrade(go, good, '331 password\r\n', '530 no\r\n')),
  ],
  ['an account demanded', 'ftp_login_refused', { ...plain, ...login }, () => dialogue(hello, '332 account\r\n')],
  ['garbage upon USER', 'ftp_command_failed', { ...plain, ...login }, () => dialogue(hello, 'what\r\n')],
  [
    'a shutdown upon USER',
    'ftp_command_failed',
    { ...plain, ...login },
    () => dialogue(hello, last('421 shutting down\r\n')),
  ],
  ['the end upon PASS', 'ftp_command_failed', { ...plain, ...login }, () => dialogue(hello, '331 password\r\n', close)],
  ['silence upon PASS', 'timeout_command', { ...plain, ...login }, () => dialogue(hello, '331 password\r\n', silence)],
]

export const ftpFaults = faultsOf('ftp', rows)
