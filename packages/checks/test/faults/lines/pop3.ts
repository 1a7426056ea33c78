import { faultsOf, login, plain, type Row, starttls, tls } from './line-fault.ts'
import { close, dialogue, endless, silence, upgrade } from './scripts.ts'

const hello = '+OK ready\r\n'
const offers = '+OK\r\nUSER\r\nSTLS\r\n.\r\n'
const go = '+OK begin\r\n'

const rows: readonly Row[] = [
  ['words instead of a greeting', 'mail_greeting_invalid', plain, () => dialogue('* OK IMAP4rev1\r\n')],
  ['a line without an end', 'mail_greeting_invalid', plain, () => endless('+OK and on and ')],
  ['a refusal', 'mail_greeting_refused', plain, () => dialogue('-ERR [SYS/TEMP] later\r\n')],
  ['the end at once', 'connection_closed', plain, () => close],
  ['silence', 'timeout_greeting', plain, () => silence],
  ['garbage upon CAPA', 'mail_command_failed', plain, () => dialogue(hello, 'what\r\n')],
  ['capabilities without an end', 'mail_command_failed', plain, () => dialogue(hello, endless('+OK\r\nMORE\r\n'))],
  [
    'the end within capabilities',
    'mail_command_failed',
    plain,
    () =>
      dialogue(hello, (peer) => {
        peer.say('+OK\r\nUSER\r\n')
        peer.close()
      }),
  ],
  ['silence upon CAPA', 'timeout_command', plain, () => dialogue(hello, silence)],
  ['STLS stripped', 'mail_starttls_missing', { ...starttls, ...login }, () => dialogue(hello, '+OK\r\nUSER\r\n.\r\n')],
  [
    'neither CAPA nor STLS',
    'mail_starttls_missing',
    { ...starttls, ...login },
    () => dialogue(hello, '-ERR what\r\n', '-ERR what\r\n'),
  ],
  ['STLS refused', 'mail_starttls_refused', starttls, () => dialogue(hello, offers, '-ERR not now\r\n')],
  [
    'STLS with more in clear behind it',
    'tls_not_spoken',
    starttls,
    ({ good }) => dialogue(hello, offers, upgrade(`${go}${offers}`, good)),
  ],
  [
    'the certificate of another host',
    'tls_certificate_wrong_host',
    { ...starttls, ...login },
    ({ wrongHost }) => dialogue(hello, offers, upgrade(go, wrongHost)),
  ],
  [
    'a certificate signed by itself',
    'tls_certificate_self_signed',
    { ...tls, ...login },
    () => dialogue(hello),
    'selfSigned',
  ],
  [
    'no login with a password',
    'mail_login_unavailable',
    { ...plain, ...login },
    () => dialogue(hello, '+OK\r\nSASL GSSAPI\r\n.\r\n'),
  ],
  ['a user refused', 'mail_login_refused', { ...plain, ...login }, () => dialogue(hello, offers, '-ERR who\r\n')],
  [
    'a wrong password',
    'mail_login_refused',
    { ...starttls, ...login },
    ({ good }) => dialogue(hello, offers, upgrade(go, good, offers, '+OK\r\n', '-ERR [AUTH] no\r\n')),
  ],
  [
    'a locked mailbox',
    'mail_mailbox_unavailable',
    { ...plain, ...login },
    () => dialogue(hello, offers, '+OK\r\n', '-ERR [IN-USE] locked\r\n'),
  ],
  ['the end upon PASS', 'mail_command_failed', { ...plain, ...login }, () => dialogue(hello, offers, '+OK\r\n', close)],
  ['silence upon PASS', 'timeout_command', { ...plain, ...login }, () => dialogue(hello, offers, '+OK\r\n', silence)],
]

export const pop3Faults = faultsOf('pop3', rows)
