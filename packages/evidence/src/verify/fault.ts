/** A fault of a link of the hash chain. */
export interface SealFault {
  readonly table: 'seal'
  readonly number: number
  /**
   * unreadable: the layout is unknown, for example that of a newer version. cut: the chain ends before the noted head.
   * other: the link differs from the noted head.
   */
  readonly fault: 'changed' | 'missing' | 'unlinked' | 'unreadable' | 'cut' | 'other'
  readonly window_start?: Date | null
}

/**
 * A fault of an analysis, of its copy in the history, or of the details of a check. unfound: a record of the window was
 * changed, but the seal does not show which.
 */
export interface RecordFault {
  readonly table: 'analysis' | 'history' | 'check_detail'
  readonly service_id: number
  readonly fault: 'changed' | 'added' | 'missing' | 'unfound'
  readonly window_start: Date
  readonly time?: Date
  /** The records before and after a missing one; null if it was the first or last of its window. */
  readonly after?: Date | null
  readonly before?: Date | null
}

/** A whole day that is missing although older days are present. */
export interface DayFault {
  readonly table: 'analysis' | 'check_detail'
  readonly fault: 'day_missing'
  readonly day: string
}

/**
 * A fault of an entry of the audit log. personal: its personal data differ from their digest. cut: a sealed entry is
 * missing. other: the entry differs from the sealed one.
 */
export interface AuditFault {
  readonly table: 'audit'
  readonly fault: 'changed' | 'missing' | 'unlinked' | 'personal' | 'cut' | 'other'
  readonly tree_id: number
  readonly sequence: number
  readonly id?: number
  readonly time?: Date
}

export interface CorrectionFault {
  readonly table: 'correction'
  readonly fault: 'changed' | 'missing' | 'added'
  readonly id: number
  readonly service_id: number | null
  readonly fields?: readonly string[]
}

/** A fault of a file of a report. other: the file differs from the sealed one. */
export interface ReportFault {
  readonly table: 'report_file'
  readonly fault: 'other' | 'missing'
  readonly report_id: number
  readonly type_id: string
}

/**
 * A fault of a time stamp of the chain. unreadable: it is no valid time stamp. other: its digest is not that of its
 * link. missing: the chain lacks the link. untrusted: its authority is not trusted.
 */
export interface StampFault {
  readonly table: 'seal_stamp'
  readonly fault: 'unreadable' | 'other' | 'missing' | 'untrusted'
  readonly number: number
  readonly day: string
}

export type VerifyFault = SealFault | RecordFault | DayFault | AuditFault | CorrectionFault | ReportFault | StampFault

const maxListed = 100

/** Collects faults: lists the first hundred and counts all. */
export class FaultList {
  readonly listed: VerifyFault[] = []
  count = 0

  add(fault: VerifyFault): void {
    this.count += 1
    if (this.listed.length < maxListed) this.listed.push(fault)
  }
}
