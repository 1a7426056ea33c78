import { ftpFaults } from './lines/ftp.ts'
import { imapFaults } from './lines/imap.ts'
import type { LineFault } from './lines/line-fault.ts'
import { pop3Faults } from './lines/pop3.ts'
import { smtpFaults } from './lines/smtp.ts'
import { tcpFaults } from './lines/tcp.ts'

/** Faults of servers with line-based protocols. */
export const lineFaults: readonly LineFault[] = [
  ...smtpFaults,
  ...imapFaults,
  ...pop3Faults,
  ...ftpFaults,
  ...tcpFaults,
]
