import { faultsOf, type Row } from './line-fault.ts'
import { close, dialogue, endless, last, silence } from './scripts.ts'

const tcp: readonly Row[] = [
  ['the end without an answer', 'tcp_answer_missing', { expected_regex: 'x' }, () => close],
  [
    'the end instead of an answer',
    'tcp_answer_missing',
    { send: 'PING\r\n', expected_regex: 'PONG' },
    () => dialogue('', close),
  ],
  [
    'another answer',
    'tcp_answer_mismatch',
    { send: 'PING\r\n', expected_regex: 'PONG' },
    () => dialogue('', '-ERR\r\n'),
  ],
  ['an answer without an end', 'tcp_answer_mismatch', { expected_regex: 'PONG' }, () => endless('PING and on and ')],
  ['silence', 'timeout_greeting', { expected_regex: 'x' }, () => silence],
  ['silence after a question', 'timeout_first_byte', { send: 'PING\r\n', expected_regex: 'PONG' }, () => silence],
  [
    'a reset instead of an answer',
    'connection_reset',
    { send: 'PING\r\n', expected_regex: 'PONG' },
    () => dialogue('', (peer) => peer.reset()),
  ],
  ['no encryption', 'tls_not_spoken', { tls: true }, () => dialogue('220 ready\r\n')],
  ['silence instead of encryption', 'timeout_tls', { tls: true }, () => silence],
  ['an expired certificate', 'tls_certificate_expired', { tls: true }, () => silence, 'expired'],
]

const ssh: readonly Row[] = [
  ['a web server', 'ssh_banner_invalid', {}, () => last('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['lines without an end', 'ssh_banner_invalid', {}, () => endless('welcome\r\n')],
  ['a line without an end', 'ssh_banner_invalid', {}, () => endless('SSH-2.0-and-on-and-on-')],
  ['half a banner', 'ssh_banner_invalid', {}, () => last('SSH-2.0-Open')],
  ['an old version', 'ssh_version_unsupported', {}, () => dialogue('SSH-1.5-OpenSSH_1.2\r\n')],
  ['another server', 'tcp_answer_mismatch', { banner_regex: 'OpenSSH' }, () => dialogue('SSH-2.0-dropbear\r\n')],
  ['the end at once', 'connection_closed', {}, () => close],
  ['silence', 'timeout_greeting', {}, () => silence],
]

const tlsCertificate: readonly Row[] = [
  ['an expired one', 'tls_certificate_expired', {}, () => silence, 'expired'],
  ['one of the future', 'tls_certificate_not_yet_valid', {}, () => silence, 'notYetValid'],
  ['one signed by itself', 'tls_certificate_self_signed', {}, () => silence, 'selfSigned'],
  ['the one of another host', 'tls_certificate_wrong_host', {}, () => silence, 'wrongHost'],
  [
    'one for another name than wanted',
    'tls_certificate_wrong_host',
    { hostname: 'www.example.com' },
    () => silence,
    'good',
  ],
  ['one about to expire', 'tls_certificate_expiring', {}, () => silence, 'expiring'],
  ['one with a short key', 'tls_certificate_weak', {}, () => silence, 'weak'],
  ['one signed with a retired hash', 'tls_certificate_weak', {}, () => silence, 'retired'],
  ['no encryption', 'tls_not_spoken', {}, () => dialogue('220 ready\r\n')],
  ['the end of the handshake', 'tls_connection_closed', {}, () => close],
  ['silence', 'timeout_tls', {}, () => silence],
]

export const tcpFaults = [
  ...faultsOf('tcp', tcp),
  ...faultsOf('ssh', ssh),
  ...faultsOf('tls_certificate', tlsCertificate),
]
